"""The clauses of English contracts."""

from __future__ import annotations

from decimal import Decimal

from tests.benchmarks.library.generator.contract_german import Clauses
from tests.benchmarks.library.generator.contracts import Contract

_SUBJECTS = {
    "service": (
        "The Provider shall perform the following services for the Client: {goods}. Details are set out in "
        "statements "
        "of work agreed from time to time.",
        "The Client engages the Provider to supply {goods} with reasonable skill and care.",
    ),
    "lease": (
        "The Landlord lets to the Tenant office and storage space of 4,430 square feet at {street}, "
        "together with six "
        "parking spaces. The premises may be used for business purposes only.",
        "The Landlord demises the second floor of {street}, as shown on the attached plan, to the Tenant.",
    ),
    "supply": (
        "The Supplier shall deliver {goods} as called off by the Customer in writing, with a lead time of "
        "10 working "
        "days.",
    ),
    "employment": (
        "The Employee is appointed as Purchasing Officer. Normal working hours are 37.5 per week; holiday "
        "entitlement "
        "is 25 days a year.",
        "The Employee will serve as Design Engineer. The first six months are a probationary period during "
        "which "
        "either side may give one week's notice.",
    ),
    "nda": (
        "The parties wish to exchange information on a possible joint project. Confidential Information "
        "means all "
        "information marked as confidential or confidential by its nature.",
    ),
    "licence": (
        "The Licensor grants the Licensee a non-exclusive, non-transferable right to use the licensed "
        "material at up "
        "to 50 workstations.",
    ),
    "purchase": (
        "The Seller sells and the Buyer buys: {goods}. Delivery is to be made within 8 weeks, carriage paid.",
    ),
    "maintenance": (
        "The Contractor shall service the equipment listed in the inventory four times a year and shall "
        "respond to "
        "faults within 24 hours of a report.",
    ),
    "other": (
        "The Partners shall cooperate in developing and marketing new products and shall review their "
        "plans each "
        "quarter.",
    ),
}
_PRICES = {
    "service": "The annual fee is {price}, exclusive of tax, payable in twelve equal instalments. "
    "Travelling time is "
    "charged at {hourly} per hour.",
    "lease": "The annual rent is {price}, payable monthly in advance. The Tenant shall also lodge a "
    "deposit of {small}.",
    "supply": "The total contract price is {price}. Further quantities attract a rebate of 3%.",
    "employment": "The Employee is paid a gross annual salary of {price} in twelve instalments, and a "
    "pension "
    "allowance of {hourly} a month.",
    "licence": "The Licensee shall pay an annual licence fee of {price}. The one-off set-up charge of "
    "{small} has "
    "already been settled.",
    "purchase": "The purchase price is {price}. A deposit of 30% falls due on order.",
    "maintenance": "The annual maintenance charge is {price}. Work outside its scope is charged at "
    "{hourly} per hour.",
    "other": "Partner B contributes a total of {price} to the costs.",
}
_FILLERS = (
    (
        "Confidentiality",
        "Each party shall keep confidential what it learns in the course of this Agreement. This "
        "obligation survives "
        "termination for a period of five years.",
    ),
    (
        "Data Protection",
        "Where personal data are processed, the parties shall comply with Regulation (EU) 2016/679 of 27 "
        "April 2016 "
        "and any national law that applies.",
    ),
    (
        "Force Majeure",
        "Neither party is liable for failure caused by events beyond its control. If such an event lasts "
        "longer than "
        "sixty days, the parties shall meet to discuss the way forward.",
    ),
    ("Assignment", "Neither party may assign this Agreement without the prior written consent of the other."),
    (
        "Severability",
        "If any provision is held invalid, the remainder of this Agreement shall continue in full force "
        "and effect.",
    ),
    (
        "Entire Agreement",
        "This Agreement supersedes the letter of intent of 2 January 2015 and may be amended only in "
        "writing signed by "
        "both parties.",
    ),
    (
        "Acceptance",
        "Deliverables are deemed accepted unless material defects are notified within 14 days of receipt.",
    ),
)


def clauses(contract: Contract, *, short: bool = False) -> Clauses:
    """Headings and paragraphs; `short` leaves out half of what every contract says."""
    job = contract.job
    street = contract.first.address[0]
    goods = ", ".join(contract.goods)
    subject = job.pick(*_SUBJECTS[contract.kind]).format(goods=goods[0].lower() + goods[1:], street=street)
    made: Clauses = [(job.pick("Subject Matter", "Scope", "Purpose of this Agreement"), [subject])]
    price = _price(contract)
    if price:
        heading = job.pick("Fees and Payment", "Price", "Consideration")
        made.append((heading if contract.value is not None else "Remedies", [price]))
    made.append((job.pick("Term and Termination", "Duration", "Commencement and Term"), duration(contract)))
    made.append((job.pick("Limitation of Liability", "Liability"), [_liability(contract)]))
    fillers = list(_FILLERS)
    job.chance.shuffle(fillers)
    made += [(title, [text]) for title, text in fillers[: 2 if short else 5]]
    if contract.law:
        law, place = contract.law_text(), contract.second.place
        the = "the " if law[1:].startswith(("State", "Netherlands", "Federal")) else ""
        text = job.pick(
            f"This Agreement is governed by the laws of {the}{law}. The courts of {place} have jurisdiction.",
            f"This Agreement shall be construed in accordance with the law of {the}{law}, without regard "
            f"to its "
            f"conflict of laws rules. Disputes are settled by arbitration seated in {place}.",
        )
        made.append((job.pick("Governing Law", "Applicable Law and Jurisdiction"), [text]))
    else:
        made.append(
            ("Miscellaneous", ["There are no oral side agreements. Notices must be given in writing."])
        )
    return made


def _price(contract: Contract) -> str:
    job = contract.job
    if contract.value is None:
        if contract.kind == "nda":
            fine = job.notation.amount(Decimal(job.pick(10000, 25000, 50000)))
            return f"For each breach, the Receiving Party shall pay liquidated damages of {fine}."
        return ""
    hourly = job.notation.amount(Decimal(job.chance.randrange(60, 140)))
    small = job.notation.amount(Decimal(job.chance.randrange(5, 60) * 100))
    return _PRICES[contract.kind].format(price=contract.price(), hourly=hourly, small=small)


def _liability(contract: Contract) -> str:
    job = contract.job
    most = job.notation.amount(Decimal(job.pick(50000, 100000, 250000, 1000000)))
    return job.pick(
        f"Save for death, personal injury and fraud, neither party's liability shall exceed {most} in "
        f"aggregate.",
        f"Liability for ordinary negligence is limited to {most} per event; loss of profit is excluded.",
    )


def duration(contract: Contract) -> list[str]:
    """Beginning, term, renewal and notice, in sentences."""
    job = contract.job
    start = contract.starts()
    what = {"employment": "The employment", "lease": "The lease"}.get(contract.kind, "This Agreement")
    begins = job.pick(
        f"takes effect on {start}", f"commences on {start}", f"enters into force with effect from {start}"
    )
    if contract.kind == "purchase":
        return [f"This Agreement takes effect on {start}."]
    if contract.term and contract.end:
        first = job.pick(
            f"{what} {begins} and continues for a term of {contract.term_text()}, that is until "
            f"{contract.ends()}.",
            f"{what} {begins}. Its initial term is {contract.term_text()}, expiring on {contract.ends()}.",
        )
    elif contract.end:
        first = job.pick(
            f"{what} {begins} and ends on {contract.ends()}.",
            f"{what} {begins} and shall remain in force through {contract.ends()}.",
        )
    elif contract.term:
        first = job.pick(
            f"{what} {begins} and shall continue for an initial term of {contract.term_text()}.",
            f"{what} {begins} and runs for a fixed period of {contract.term_text()}.",
        )
    else:
        first = f"{what} {begins} and continues until terminated."
    made = [first]
    if contract.renews is not None:
        yes = job.pick(
            "shall automatically renew for successive periods of twelve (12) months",
            "renews automatically for further periods of one year",
            "is extended automatically from year to year",
        )
        no = job.pick(
            "shall not renew automatically", "expires without notice and is not extended automatically"
        )
        words = contract.renewal(yes, no)
        made[0] += f" It {words}" + (" unless terminated as set out below." if contract.renews else ".")
    if contract.notice:
        notice = contract.notice_text()
        mark = "" if notice.endswith("s") else "s"
        made.append(
            job.pick(
                f"Either party may terminate by giving not less than {notice}’{mark} written notice.",
                f"The notice period is {notice} to the end of a calendar month.",
                f"Termination requires written notice of {notice} before the end of the then current term.",
            )
        )
    made.append("Either party may terminate immediately if the other commits a material breach.")
    return made
