"""The kinds of documents, their shares of a library, and the fields each kind can state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FieldKind:
    """`type` is text, number, money, date, bool or enum; `unit` of a number; `keys` of an enum."""

    type: str
    unit: str = ""
    keys: tuple[str, ...] = ()


_TEXT, _DATE, _MONEY, _BOOL = FieldKind("text"), FieldKind("date"), FieldKind("money"), FieldKind("bool")


def _number(unit: str) -> FieldKind:
    return FieldKind("number", unit=unit)


def _enum(keys: str) -> FieldKind:
    return FieldKind("enum", keys=tuple(keys.split()))


# Per cent of the documents.
SHARES: Mapping[str, int] = {
    "invoices": 30,
    "contracts": 18,
    "datasheets": 18,
    "certificates": 14,
    "manuals": 8,
    "generic": 12,
}
SCANNED_SHARE = 15

FIELDS: Mapping[str, Mapping[str, FieldKind]] = {
    "invoices": {
        "invoice_number": _TEXT,
        "document_type": _enum("invoice credit_note reminder"),
        "invoice_date": _DATE,
        "due_date": _DATE,
        "delivery_date": _DATE,
        "vendor_name": _TEXT,
        "customer_name": _TEXT,
        "purchase_order": _TEXT,
        "net_amount": _MONEY,
        "tax_rate": _number("%"),
        "tax_amount": _MONEY,
        "total_amount": _MONEY,
        "iban": _TEXT,
    },
    "contracts": {
        "contract_number": _TEXT,
        "contract_type": _enum("service lease supply employment nda licence purchase maintenance other"),
        "party_a": _TEXT,
        "party_b": _TEXT,
        "signed_date": _DATE,
        "effective_date": _DATE,
        "end_date": _DATE,
        "term_months": _number("months"),
        "notice_period_days": _number("days"),
        "auto_renewal": _BOOL,
        "contract_value": _MONEY,
        "governing_law": _TEXT,
    },
    "datasheets": {
        "part_number": _TEXT,
        "manufacturer": _TEXT,
        "device_type": _enum(
            "npn_transistor pnp_transistor n_mosfet p_mosfet diode zener_diode led voltage_regulator op_amp "
            "solvent adhesive pump other"
        ),
        "package": _TEXT,
        "voltage_max": _number("V"),
        "current_max": _number("A"),
        "power_max": _number("W"),
        "gain_min": _number(""),
        "temperature_min": _number("°C"),
        "temperature_max": _number("°C"),
        "cas_number": _TEXT,
        "boiling_point": _number("°C"),
        "flash_point": _number("°C"),
        "density": _number("g/cm³"),
        "molar_mass": _number("g/mol"),
        "revision_date": _DATE,
    },
    "certificates": {
        "certificate_number": _TEXT,
        "certificate_type": _enum("calibration conformity analysis management_system material training"),
        "holder": _TEXT,
        "issuer": _TEXT,
        "issue_date": _DATE,
        "expiry_date": _DATE,
        "standard": _TEXT,
        "product": _TEXT,
        "serial_number": _TEXT,
        "batch_number": _TEXT,
        "cas_number": _TEXT,
        "purity": _number("%"),
        "passed": _BOOL,
    },
    "manuals": {
        "product_name": _TEXT,
        "model_number": _TEXT,
        "manufacturer": _TEXT,
        "document_number": _TEXT,
        "revision": _TEXT,
        "publication_date": _DATE,
        "voltage": _number("V"),
        "weight": _number("kg"),
        "service_interval_hours": _number("h"),
    },
    "generic": {
        "document_kind": _enum(
            "annual_report quarterly_report current_report earnings_release letter minutes article memo other"
        ),
        "organisation": _TEXT,
        "year": _number(""),
        "document_date": _DATE,
    },
}
