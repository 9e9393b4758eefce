"""A second opinion on groups that few notes have."""

from decimal import Decimal

from reading import CENT, cents, check_rate


def check_presumed_credit(prod, icms, credit, opinion):
    """A credit of the state is its rate of the ICMS base, or of the operation where none is charged; never more than that base (I05i, I05j)."""
    worth = prod.of("vProd") + prod.of("vFrete") + prod.of("vSeg") + prod.of("vOutro") - prod.of("vDesc")
    base = icms.of("vBC") if icms.has("vBC") else worth
    opinion.same("gCred has a code", bool(credit.text("cCredPresumido")), True)
    computed = cents(base * credit.of("pCredPresumido") / 100)
    opinion.expect("vCredPresumido", credit.of("vCredPresumido"), computed, max(CENT, base - computed))


def check_substituted(tax, name, opinion):
    """PIS or COFINS of who sells on, collected by the maker: by rate or by unit, and never both (R02 to R05, T02 to T05)."""
    if not tax:
        return
    check_rate(opinion, f"v{name} of {name}ST", tax, "vBC", f"p{name}", f"v{name}")
    if tax.has("qBCProd"):
        computed = cents(tax.of("qBCProd") * tax.of("vAliqProd"))
        opinion.expect(f"v{name} of {name}ST by unit", tax.of(f"v{name}"), computed, CENT)
    opinion.same(f"{name}ST says whether vNF has it", tax.text(f"indSoma{name}ST") in ("0", "1"), True)


def check_parted_icms(det, ide, opinion):
    """The own base of parted ICMS is its share of the price, with the IPI where the buyer consumes; what is passed on goes to another state."""
    prod, parted = det.group("prod"), det.group("imposto/ICMS/ICMSPart")
    if parted:
        price = prod.of("vProd") + prod.of("vFrete") + prod.of("vSeg") + prod.of("vOutro") - prod.of("vDesc")
        price += det.of("imposto/IPI/IPITrib/vIPI") if ide.text("indFinal") == "1" else 0
        share = cents(cents(price * parted.of("pBCOp") / 100) * (1 - parted.of("pRedBC") / 100))
        opinion.expect("vBC of ICMSPart", parted.of("vBC"), share, CENT)
        opinion.same("ICMSPart names a state", len(parted.text("UFST")), 2)
        whole = cents(parted.of("vBCST") * parted.of("pICMSST") / 100)
        opinion.expect("vICMSST of ICMSPart", parted.of("vICMSST"), max(0, whole - parted.of("vICMS")), CENT)
    if det.group("imposto/ICMS/ICMSST"):
        opinion.same("ICMSST leaves the state", ide.text("idDest"), "2")


# Zona Franca de Manaus, and the free trade areas of AM, RO, RR, AP and AC (NT 2026.002 of the CT-e, v1.01, items 4 and 6), by IBGE.
AREAS = ("1301902 1302603 1303569", "1304062", "1100106", "1400100 1400159", "1600303 1600600", "1200104 1200203 1200252")


def check_free_trade_area(taxes, inf, opinion):
    """The CBS is zero between two of the same area, and what it would be outside is told (LC 214/2025 arts. 451 and 466; UB66a to UB66e)."""
    cbs = taxes.group("gCBS")
    area = cbs.group("gALCZFMCBS")
    if not area:
        return
    seller, buyer = inf.text("emit/enderEmit/cMun"), inf.text("dest/enderDest/cMun")
    opinion.same("gALCZFMCBS of one area", any(seller in each and buyer in each for each in AREAS), True)
    opinion.same("ISUFEmit", len(inf.text("emit/ISUFEmit")) in (8, 9), True)
    opinion.same("nProcSuframa", area.has("nProcSuframa"), area.text("tpALCZFMCBS") == "2")
    opinion.expect("pCBS in the area", cbs.of("pCBS"), 0)
    opinion.expect("vCBS in the area", cbs.of("vCBS"), 0)
    regular = cents(taxes.of("vBC") * area.of("pAliqEfetRegCBS") / 100)
    opinion.expect("vTribRegCBS in the area", area.of("vTribRegCBS"), regular)
    if inf.text("ide/dhEmi") < "2027":
        law = Decimal("0.9") * (1 - cbs.of("gRed/pRedAliq") / 100)
        opinion.expect("pAliqEfetRegCBS", area.of("pAliqEfetRegCBS"), law, Decimal("0.0001"))


def check_cane(cane, opinion):
    """Kilograms and reais of a month's sugar cane add up (ZC07 to ZC15)."""
    if not cane:
        return
    days = [each.element.get("dia") for each in cane.groups("forDia")]
    opinion.same("forDia tells each day once", len(set(days)), len(days))
    opinion.expect("qTotMes", cane.of("qTotMes"), sum(each.of("qtde") for each in cane.groups("forDia")))
    opinion.expect("qTotGer", cane.of("qTotGer"), cane.of("qTotMes") + cane.of("qTotAnt"))
    opinion.expect("vTotDed", cane.of("vTotDed"), sum(each.of("vDed") for each in cane.groups("deduc")))
    opinion.expect("vLiqFor", cane.of("vLiqFor"), cane.of("vFor") - cane.of("vTotDed"))


def check_fund_text(det, ide, opinion):
    """What an NF-e has of the fund is told of its item (NT 2016.002 v1.61, item 5)."""
    icms, told = det.group("imposto/ICMS").first(), det.text("infAdProd").replace(".", "").replace(",", ".")
    for name in ("vFCP", "vFCPST"):
        if ide.text("mod") == "55" and icms.of(name):
            opinion.same(f"infAdProd tells {name}", "FCP" in told and icms.text(name) in told, True)
