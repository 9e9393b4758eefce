"""A second opinion on notes: the official schema by lxml, and every figure computed again with nothing of the product or of the simulator.

python3 check_goods.py SCHEMA.xsd FOLDER    prints {"notes": n, "checks": {rule: how often}, "faults": {file: [what is wrong]}}

Sources: MOC 7.0 annex I (W16-10, 629), NT 2023.004 (vICMSDeson), NT 2025.002 v1.52 (UB groups, VB01), NT 2026.008 v1.00 (prices contain
the new taxes from 2027-01-01); XML-Signature (DigestValue over C14N 1.0).
"""

import base64
import copy
import hashlib
import io
import json
import pathlib
import sys
from collections import Counter
from decimal import Decimal

from lxml import etree

from check_lines import check_cane, check_free_trade_area, check_fund_text, check_parted_icms, check_presumed_credit
from check_lines import check_substituted
from reading import CENT, NFE, ZERO, Group, Opinion, cents, check_rate

DSIG = "{http://www.w3.org/2000/09/xmldsig#}"
# Without payment, and paid later: vPag is zero.
WITHOUT_PAYMENT = ("90", "91")
# Presumed credits that lower the IBS of their item (table cCredPres, ind_DeduzCredPres).
LOWERING = ("04", "07", "11")


def check_digit(key):
    total = sum((ord(sign) - 48) * (2 + place % 8) for place, sign in enumerate(reversed(key)))
    return str(0 if total % 11 < 2 else 11 - total % 11)


def check_key(inf, opinion):
    ide, emit = inf.group("ide"), inf.group("emit")
    key = inf.element.get("Id")[3:]
    holder = (emit.text("CNPJ") or emit.text("CPF")).zfill(14)
    moment = ide.text("dhEmi")
    parts = ide.text("cUF") + moment[2:4] + moment[5:7] + holder + ide.text("mod") + ide.text("serie").zfill(3)
    parts += ide.text("nNF").zfill(9) + ide.text("tpEmis") + ide.text("cNF")
    opinion.same("access key", key, parts + check_digit(parts))
    opinion.same("cDV", ide.text("cDV"), key[-1])


def check_digest(root, inf, opinion):
    stated = root.find(f"{DSIG}Signature/{DSIG}SignedInfo/{DSIG}Reference/{DSIG}DigestValue").text
    canonical = io.BytesIO()
    etree.ElementTree(copy.deepcopy(inf.element)).write_c14n(canonical)
    opinion.same("DigestValue", stated, base64.b64encode(hashlib.sha1(canonical.getvalue()).digest()).decode())


def check_icms(icms, opinion):
    situation = icms.text("CST")
    if situation == "51":
        if icms.has("vICMSOp"):
            check_rate(opinion, "vICMSOp", icms, "vBC", "pICMS", "vICMSOp")
            opinion.expect("vICMSDif", icms.of("vICMSDif"), cents(icms.of("vICMSOp") * icms.of("pDif") / 100), CENT)
            opinion.expect("vICMS of 51", icms.of("vICMS"), icms.of("vICMSOp") - icms.of("vICMSDif"), CENT)
    else:
        check_rate(opinion, "vICMS", icms, "vBC", "pICMS", "vICMS")
    check_rate(opinion, "vFCP", icms, "vBCFCP", "pFCP", "vFCP")
    if situation == "10" and icms.has("vICMSST"):
        whole = cents(icms.of("vBCST") * icms.of("pICMSST") / 100)
        opinion.expect("vICMSST", icms.of("vICMSST"), max(ZERO, whole - icms.of("vICMS")), CENT)


def effective_rates(taxes, ide, parts):
    """
    In percent, by group: the rate less what its class and a public buyer reduce (pRedAliq, pRedutor). From 2027 on the entity that buys gets
    what would be the others' (LC 214/2025 art. 473): the Union all of it, a state or the Federal District the IBS of the municipality, a
    municipality the IBS of the state. States and municipalities get nothing of the CBS before 2029 (art. 372).
    """
    buyer = ide.group("gCompraGov")
    kept = 1 - (buyer.of("pRedutor") if buyer else ZERO) / 100
    own = {
        name: taxes.group(name).of(rate) * (1 - taxes.group(name).of("gRed/pRedAliq") / 100) * kept
        for name, rate, _ in parts
        if taxes.group(name)
    }
    if not buyer or ide.text("dhEmi") < "2027":
        return own
    entity = buyer.text("tpEnteGov")
    getter, givers = {
        "1": ("gCBS", ("gIBSUF", "gIBSMun")),
        "2": ("gIBSUF", ("gIBSMun",)),
        "3": ("gIBSUF", ("gIBSMun",)),
    }.get(entity, ("gIBSMun", ("gIBSUF",)))
    moved = sum((own.get(name, ZERO) for name in givers), ZERO)
    return {**own, **dict.fromkeys(givers, ZERO), getter: own.get(getter, ZERO) + moved}


def tax_of(base, group, rate, tax, effective, opinion):
    """IBS of the state, of the municipality, or CBS: at the effective rate where there is one, less what is deferred and given back."""
    if not group:
        return
    used = group.of("gRed/pAliqEfet") if group.has("gRed") else group.of(rate)
    whole = base * used / 100
    computed = whole - group.of("gDif/vDif") - group.of("gDevTrib/vDevTrib")
    opinion.expect(tax, group.of(tax), cents(computed), CENT)
    if group.has("gRed"):
        opinion.expect(f"pAliqEfet of {tax}", group.of("gRed/pAliqEfet"), effective, Decimal("0.0001"))
    if group.has("gDif"):
        opinion.expect(f"vDif of {tax}", group.of("gDif/vDif"), cents(whole * group.of("gDif/pDif") / 100), CENT)


def due_rate(group, rate):
    """In percent, after reductions and what is deferred."""
    used = group.of("gRed/pAliqEfet") if group.has("gRed") else group.of(rate)
    return used * (1 - group.of("gDif/pDif") / 100)


def check_new_taxes(det, inf, opinion):
    ide = inf.group("ide")
    taxes = det.group("imposto/IBSCBS/gIBSCBS")
    if not taxes:
        return
    base = taxes.of("vBC")
    parts = [("gIBSUF", "pIBSUF", "vIBSUF"), ("gIBSMun", "pIBSMun", "vIBSMun"), ("gCBS", "pCBS", "vCBS")]
    effective = effective_rates(taxes, ide, parts)
    for group, rate, tax in parts:
        tax_of(base, taxes.group(group), rate, tax, effective.get(group), opinion)
    credit = det.group("imposto/IBSCBS/gCredPresOper")
    off = credit.of("gIBSCredPres/vCredPres") if credit.text("cCredPres") in LOWERING else ZERO
    opinion.expect("vIBS", taxes.of("vIBS"), taxes.of("gIBSUF/vIBSUF") + taxes.of("gIBSMun/vIBSMun") - off)
    check_free_trade_area(taxes, inf, opinion)
    for name in ("gIBSCredPres", "gCBSCredPres"):
        share = credit.group(name)
        if share:
            value = share.of("vCredPres") + share.of("vCredPresCondSus")
            stated = cents(credit.of("vBCCredPres") * share.of("pCredPres") / 100)
            opinion.expect(f"value of {name}", value, stated, CENT)
    is_usual = ide.text("finNFe") == "1" and not det.text("prod/CFOP").startswith("3") and ide.text("tpNF") == "1"
    if not is_usual or det.text("imposto/IBSCBS/cClassTrib") == "830001":
        return
    imposto, prod = det.group("imposto"), det.group("prod")
    worth = prod.of("vProd") + prod.of("vFrete") + prod.of("vSeg") + prod.of("vOutro") - prod.of("vDesc")
    icms = imposto.group("ICMS").first()
    less = icms.of("vICMS") + icms.of("vFCP") + icms.of("vICMSMono") + imposto.of("ISSQN/vISSQN")
    less += imposto.of("ICMSUFDest/vICMSUFDest") + imposto.of("ICMSUFDest/vFCPUFDest")
    if ide.text("dhEmi") < "2027":
        less += imposto.group("PIS").first().of("vPIS") + imposto.group("COFINS").first().of("vCOFINS")
        opinion.expect("vBC of IBS and CBS", base, max(ZERO, worth - less), CENT)
    else:
        rates = sum((due_rate(taxes.group(group), rate) for group, rate, _tax in parts), ZERO)
        opinion.expect("vBC of IBS and CBS from 2027", base, cents(max(ZERO, worth - less) / (1 + rates / 100)), CENT)


def check_issqn(det, opinion):
    """The price of a service less what the law deducts, times the rate (LC 116/2003 art. 7); nothing of what nobody owes (indISS 2 to 5)."""
    issqn, prod = det.group("imposto/ISSQN"), det.group("prod")
    if not issqn:
        return
    opinion.same("ISSQN without ICMS and IPI", det.has("imposto/ICMS") or det.has("imposto/IPI"), False)
    opinion.same("CFOP of a service", prod.text("CFOP")[1:], "933")
    worth = prod.of("vProd") + prod.of("vFrete") + prod.of("vSeg") + prod.of("vOutro") - prod.of("vDesc")
    opinion.expect("vBC of ISSQN", issqn.of("vBC"), max(ZERO, worth - issqn.of("vDeducao")), CENT)
    is_due = issqn.text("indISS") in ("1", "6", "7")
    tax = cents(issqn.of("vBC") * issqn.of("vAliq") / 100) if is_due else ZERO
    opinion.expect("vISSQN", issqn.of("vISSQN"), tax, CENT)
    opinion.same("cPais of a service outside the country", issqn.has("cPais"), issqn.text("cMun") == "9999999")
    opinion.same("ISSQN of a service outside the country", issqn.has("cPais") and is_due, False)
    opinion.same("vISSRet", issqn.of("vISSRet") in (ZERO, issqn.of("vISSQN")), True)


def check_services(inf, dets, opinion):
    """ISSQNtot: each total is the sum of the lines under ISSQN, and those of goods leave them out."""
    services = [det for det in dets if det.has("imposto/ISSQN")]
    total = inf.group("total/ISSQNtot")
    opinion.same("ISSQNtot", bool(total), bool(services))
    if not total:
        return
    opinion.expect("vServ", total.of("vServ"), sum((det.of("prod/vProd") for det in services), ZERO))
    parts = {"vBC": "vBC", "vISS": "vISSQN", "vDeducao": "vDeducao", "vOutro": "vOutro"}
    parts.update({name: name for name in ("vDescIncond", "vDescCond", "vISSRet")})
    for name, each in parts.items():
        sums = sum((det.of(f"imposto/ISSQN/{each}") for det in services), ZERO)
        opinion.expect(f"total {name} of ISSQN", total.of(name), sums)
    for name in ("PIS", "COFINS"):
        sums = sum((det.group(f"imposto/{name}").first().of(f"v{name}") for det in services), ZERO)
        opinion.expect(f"total v{name} of services", total.of(f"v{name}"), sums)
    opinion.same("IM", inf.has("emit/IM"), True)


def check_selective_tax(det, opinion):
    """What is left of the price without ICMS, IBS and CBS is the base and the tax on it (LC 214/2025 arts. 12 and 417)."""
    tax = det.group("imposto/IS")
    if not tax.has("vIS"):
        return
    by_units = tax.of("qTrib") * tax.of("adRemIS")
    opinion.expect("vIS", tax.of("vIS"), cents(tax.of("vBCIS") * tax.of("pIS") / 100 + by_units), CENT)
    base = det.of("imposto/IBSCBS/gIBSCBS/vBC")
    if base:
        opinion.expect("vBCIS", tax.of("vBCIS"), cents((base - by_units) / (1 + tax.of("pIS") / 100)), CENT)


def check_item(det, inf, opinion):
    ide = inf.group("ide")
    prod, imposto = det.group("prod"), det.group("imposto")
    if ide.text("finNFe") == "1":
        opinion.expect("vProd", prod.of("vProd"), cents(prod.of("qCom") * prod.of("vUnCom")), CENT)
    for credit in prod.groups("gCred"):
        check_presumed_credit(prod, imposto.group("ICMS").first(), credit, opinion)
    check_icms(imposto.group("ICMS").first(), opinion)
    check_parted_icms(det, ide, opinion)
    check_fund_text(det, ide, opinion)
    check_rate(opinion, "vPIS", imposto.group("PIS").first(), "vBC", "pPIS", "vPIS")
    check_rate(opinion, "vCOFINS", imposto.group("COFINS").first(), "vBC", "pCOFINS", "vCOFINS")
    for name in ("PIS", "COFINS"):
        check_substituted(imposto.group(f"{name}ST"), name, opinion)
    check_rate(opinion, "vIPI", imposto.group("IPI/IPITrib"), "vBC", "pIPI", "vIPI")
    check_rate(opinion, "vFCPUFDest", imposto.group("ICMSUFDest"), "vBCFCPUFDest", "pFCPUFDest", "vFCPUFDest")
    check_issqn(det, opinion)
    check_new_taxes(det, inf, opinion)
    check_selective_tax(det, opinion)


def total_of(dets, *names):
    return sum((det.anywhere(name) for det in dets for name in names), ZERO)


def in_total(dets, name):
    return sum((det.of(f"prod/{name}") for det in dets if det.text("prod/indTot") == "1"), ZERO)


def icms_total(dets, name):
    return sum((det.group("imposto/ICMS").first().of(name) for det in dets), ZERO)


def check_totals(inf, opinion):
    dets, total = inf.groups("det"), inf.group("total/ICMSTot")
    goods = [det for det in dets if not det.has("imposto/ISSQN")]
    check_services(inf, dets, opinion)
    opinion.expect("total vProd", total.of("vProd"), in_total(goods, "vProd"))
    for name in ("vFrete", "vSeg", "vDesc", "vOutro"):
        opinion.expect(f"total {name}", total.of(name), sum((det.of(f"prod/{name}") for det in dets), ZERO))
    for name in ("vBC", "vICMS", "vFCP", "vBCST", "vFCPST"):
        opinion.expect(f"total {name}", total.of(name), icms_total(dets, name))
    opinion.expect("total vST", total.of("vST"), icms_total(dets, "vICMSST"))
    opinion.expect("total vICMSDeson", total.of("vICMSDeson"), icms_total(dets, "vICMSDeson"))
    for name in ("vII", "vIPI", "vIPIDevol", "vICMSUFDest", "vFCPUFDest"):
        opinion.expect(f"total {name}", total.of(name), total_of(dets, name))
    for name in ("PIS", "COFINS"):
        sums = sum((det.group(f"imposto/{name}").first().of(f"v{name}") for det in goods), ZERO)
        opinion.expect(f"total v{name}", total.of(f"v{name}"), sums)
    relief = ZERO
    of_buyers = ZERO
    for det in dets:
        for name in ("PIS", "COFINS"):
            tax = det.group(f"imposto/{name}ST")
            of_buyers += tax.of(f"v{name}") if tax.text(f"indSoma{name}ST") == "1" else ZERO
        icms = det.group("imposto/ICMS").first()
        relief += icms.of("vICMSDeson") if icms.text("indDeduzDeson") == "1" else ZERO
    added = ("vST", "vFCPST", "vICMSMonoReten", "vFrete", "vSeg", "vOutro", "vII", "vIPI", "vIPIDevol")
    if any(det.text("prod/veicProd/tpOp") == "2" for det in dets):
        # Who makes a vehicle and bills it to the consumer does not charge him what is the dealer's.
        added = tuple(name for name in added if name not in ("vST", "vFCPST", "vIPIDevol"))
    computed = total.of("vProd") + inf.of("total/ISSQNtot/vServ") - total.of("vDesc") - relief + sum((total.of(name) for name in added), of_buyers)
    if not any(det.text("prod/CFOP").startswith("3") for det in dets):
        opinion.expect("vNF", total.of("vNF"), computed)
    new = inf.group("total/IBSCBSTot")
    if new:
        for tax in ("IBS", "CBS"):
            for name in ("vCredPres", "vCredPresCondSus"):
                place = f"imposto/IBSCBS/gCredPresOper/g{tax}CredPres/{name}"
                sums = sum((det.of(place) for det in dets), ZERO)
                opinion.expect(f"total {name} of {tax}", new.of(f"g{tax}/{name}"), sums)
        parts = {"vBCIBSCBS": "gIBSCBS/vBC", "gIBS/vIBS": "gIBSCBS/vIBS", "gCBS/vCBS": "gIBSCBS/gCBS/vCBS"}
        for name, each in parts.items():
            sums = sum((det.of(f"imposto/IBSCBS/{each}") for det in dets), ZERO)
            opinion.expect(f"total {name}", new.of(name), sums)
    sums = sum((det.of("imposto/IS/vIS") for det in dets), ZERO)
    opinion.expect("total vIS", inf.of("total/ISTot/vIS"), sums)
    if inf.has("total/vNFTot"):
        opinion.expect("vNFTot", inf.of("total/vNFTot"), sum((det.of("vItem") for det in dets), ZERO))


def check_payment(inf, opinion):
    paid = inf.groups("pag/detPag")
    if paid and all(each.text("tPag") not in WITHOUT_PAYMENT for each in paid):
        sums = sum((each.of("vPag") for each in paid), ZERO) - inf.of("pag/vTroco")
        opinion.expect("payments", sums, inf.of("total/ICMSTot/vNF"))


def check(path, schema):
    opinion = Opinion()
    root = etree.parse(str(path)).getroot()
    opinion.checks["schema"] += 1
    if not schema.validate(root):
        opinion.faults += [f"schema: {each.message}" for each in schema.error_log]
    inf = Group(root.find(f"{NFE}infNFe"))
    check_key(inf, opinion)
    check_digest(root, inf, opinion)
    for det in inf.groups("det"):
        check_item(det, inf, opinion)
    check_totals(inf, opinion)
    check_payment(inf, opinion)
    check_cane(inf.group("cana"), opinion)
    return opinion


def main(xsd, folder):
    schema = etree.XMLSchema(etree.parse(xsd))
    opinions = {path.name: check(path, schema) for path in sorted(pathlib.Path(folder).glob("*.xml"))}
    checks = sum((each.checks for each in opinions.values()), Counter())
    faults = {name: each.faults for name, each in opinions.items() if each.faults}
    print(json.dumps({"notes": len(opinions), "checks": checks, "faults": faults}, indent=1))


if __name__ == "__main__":
    main(*sys.argv[1:])
