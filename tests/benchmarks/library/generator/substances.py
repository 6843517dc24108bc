"""Solvents with their textbook properties, and adhesives with plausible ones."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Solvent:
    """Temperatures in °C, `density` in g/cm³ at 20 °C, `molar_mass` in g/mol; some do not burn."""

    german: str
    english: str
    formula: str
    cas: str
    ec: str
    un: str
    boiling: Decimal
    flash: Decimal | None
    melting: Decimal
    ignition: int
    density: Decimal
    molar_mass: Decimal


_ROWS = """\
Aceton|Acetone|C3H6O|67-64-1|200-662-2|1090|56.1|-18|-95|527|0.791|58.08
Ethanol|Ethanol|C2H6O|64-17-5|200-578-6|1170|78.4|13|-114|400|0.789|46.07
Methanol|Methanol|CH4O|67-56-1|200-659-6|1230|64.7|11|-98|440|0.792|32.04
Isopropanol|Isopropyl alcohol|C3H8O|67-63-0|200-661-7|1219|82.4|12|-89|425|0.786|60.10
Toluol|Toluene|C7H8|108-88-3|203-625-9|1294|110.6|4|-95|535|0.867|92.14
Ethylacetat|Ethyl acetate|C4H8O2|141-78-6|205-500-4|1173|77.1|-4|-84|460|0.902|88.11
n-Hexan|n-Hexane|C6H14|110-54-3|203-777-6|1208|68.7|-22|-95|240|0.659|86.18
n-Heptan|n-Heptane|C7H16|142-82-5|205-563-8|1206|98.4|-4|-91|220|0.684|100.20
Acetonitril|Acetonitrile|C2H3N|75-05-8|200-835-2|1648|81.6|2|-45|525|0.786|41.05
Dichlormethan|Dichloromethane|CH2Cl2|75-09-2|200-838-9|1593|39.6||-95|605|1.326|84.93
Tetrahydrofuran|Tetrahydrofuran|C4H8O|109-99-9|203-726-8|2056|66.0|-14|-108|230|0.889|72.11
N,N-Dimethylformamid|N,N-Dimethylformamide|C3H7NO|68-12-2|200-679-5|2265|153|58|-61|440|0.944|73.09
Dimethylsulfoxid|Dimethyl sulfoxide|C2H6OS|67-68-5|200-664-3||189|87|18|300|1.100|78.13
o-Xylol|o-Xylene|C8H10|95-47-6|202-422-2|1307|144.4|32|-25|463|0.880|106.17
Cyclohexan|Cyclohexane|C6H12|110-82-7|203-806-2|1145|80.7|-20|6|260|0.779|84.16
Methylethylketon|Methyl ethyl ketone|C4H8O|78-93-3|201-159-0|1193|79.6|-9|-86|475|0.805|72.11
Chloroform|Chloroform|CHCl3|67-66-3|200-663-8|1888|61.2||-63|982|1.489|119.38
1-Butanol|1-Butanol|C4H10O|71-36-3|200-751-6|1120|117.7|35|-89|355|0.810|74.12
Diethylether|Diethyl ether|C4H10O|60-29-7|200-467-2|1155|34.6|-45|-116|175|0.714|74.12
N-Methyl-2-pyrrolidon|N-Methyl-2-pyrrolidone|C5H9NO|872-50-4|212-828-1||202|91|-24|270|1.028|99.13
n-Pentan|n-Pentane|C5H12|109-66-0|203-692-4|1265|36.1|-49|-130|260|0.626|72.15
Butylacetat|Butyl acetate|C6H12O2|123-86-4|204-658-1|1123|126.1|27|-78|390|0.882|116.16
Benzylalkohol|Benzyl alcohol|C7H8O|100-51-6|202-859-9||205|101|-15|436|1.045|108.14
Essigsäure|Acetic acid|C2H4O2|64-19-7|200-580-7|2789|117.9|39|17|463|1.049|60.05"""


def _solvent(row: str) -> Solvent:
    german, english, formula, cas, ec, un, *numbers = row.split("|")
    boiling, flash, melting, ignition, density, molar_mass = numbers
    return Solvent(
        german,
        english,
        formula,
        cas,
        ec,
        un,
        Decimal(boiling),
        Decimal(flash) if flash else None,
        Decimal(melting),
        int(ignition),
        Decimal(density),
        Decimal(molar_mass),
    )


SOLVENTS: tuple[Solvent, ...] = tuple(_solvent(row) for row in _ROWS.splitlines())
# Adhesive: words in both languages, prefix of its number.
ADHESIVES = (
    ("Zweikomponenten-Epoxidklebstoff", "Two-part epoxy adhesive", "EP"),
    ("Sekundenkleber (Cyanacrylat)", "Instant adhesive (cyanoacrylate)", "CA"),
    ("Schraubensicherung, anaerob", "Anaerobic threadlocker", "TL"),
    ("Polyurethan-Montagekleber", "Polyurethane assembly adhesive", "PU"),
    ("Silikonkleber, hochtemperaturfest", "High-temperature silicone adhesive", "SI"),
)
GRADES = {
    "de": ("technisch", "zur Synthese", "p.a.", "HPLC-Qualität"),
    "en": ("technical grade", "for synthesis", "AR grade", "HPLC grade"),
}
