"""A second opinion on services: the official schema by lxml, and what a DPS says of IBS and CBS read back with nothing of the product or of the simulator.

python3 check_service.py SCHEMA.xsd FOLDER    prints {"notes": n, "checks": {rule: how often}, "faults": {file: [...]}, "read": {file: {...}}}

Sources: tiposComplexos_v1.01.xsd and tiposSimples_v1.01.xsd of 2026-07-27 (TCRTCInfoIBSCBS, TCTribTotal, TSIdDPS); Anexo I v1.01 of 2026-02-09
(E0702 to E0704, E0903 to E0953); XML-Signature (DigestValue over C14N 1.0).
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

NFSE = "{http://www.sped.fazenda.gov.br/nfse}"
DSIG = "{http://www.w3.org/2000/09/xmldsig#}"
SAYS_PAYMENT = ("1005", "1509", "1712", "2505")
OF_PROPERTY = ("020101", "020201", "020301")
OPERATIONS = {"1": "SUPPLY_TO_BE_PAID", "2": "PAYMENT_OF_SUPPLY", "3": "SUPPLY_ALREADY_PAID", "4": "PAYMENT_BEFORE_SUPPLY", "5": "PAID_AT_SUPPLY"}
ENTITIES = {"1": "UNION", "2": "STATE", "3": "FEDERAL_DISTRICT", "4": "MUNICIPALITY"}


def path_of(path):
    return "/".join(NFSE + name for name in path.split("/"))


def text(element, path):
    found = None if element is None else element.find(path_of(path))
    return None if found is None else found.text


def find(element, path):
    return None if element is None else element.find(path_of(path))


def every(element, path):
    return [] if element is None else element.findall(path_of(path))


def check_digit(key):
    total = sum((ord(sign) - 48) * (2 + place % 8) for place, sign in enumerate(reversed(key)))
    return str(0 if total % 11 < 2 else 11 - total % 11)


class Opinion:
    def __init__(self):
        self.checks = Counter()
        self.faults = []
        self.read = {}

    def hold(self, rule, holds):
        self.checks[rule] += 1
        if not holds:
            self.faults.append(rule)


def check_id(inf, opinion):
    holder = text(inf, "prest/CNPJ") or text(inf, "prest/CPF")
    kind = "2" if len(holder) == 14 else "1"
    parts = text(inf, "cLocEmi") + kind + holder.zfill(14) + text(inf, "serie").zfill(5) + text(inf, "nDPS").zfill(15)
    opinion.hold("Id", inf.get("Id") == "DPS" + parts)


def check_digest(root, inf, opinion):
    stated = root.find(f"{DSIG}Signature/{DSIG}SignedInfo/{DSIG}Reference/{DSIG}DigestValue").text
    canonical = io.BytesIO()
    etree.ElementTree(copy.deepcopy(inf)).write_c14n(canonical)
    opinion.hold("DigestValue", stated == base64.b64encode(hashlib.sha1(canonical.getvalue()).digest()).decode())


def check_total(inf, opinion):
    value = Decimal(text(inf, "valores/vServPrest/vServ"))
    total = find(inf, "valores/trib/totTrib")
    opinion.hold("one total", len(total) == 1)
    reais = find(total, "vTotTrib")
    if reais is None:
        return
    parts = [Decimal(text(reais, name)) for name in ("vTotTribFed", "vTotTribEst", "vTotTribMun")]
    opinion.hold("vTotTrib", all(0 <= part <= value for part in parts))
    opinion.read["approximateTaxes"] = [str(part) for part in parts]


def check_reimbursements(group, value, issue, opinion):
    read = []
    for one in every(group, "valores/gReeRepRes/documentos"):
        national = find(one, "dFeNacional")
        kind, key = text(national, "tipoChaveDFe"), text(national, "chaveDFe")
        if kind in ("1", "2", "3"):
            opinion.hold("chaveDFe", len(key) == (50 if kind == "1" else 44) and key[-1] == check_digit(key[:-1]))
        opinion.hold("dtCompDoc", text(one, "dtCompDoc") <= text(one, "dtEmiDoc"))
        opinion.hold("docFiscalOutro", find(one, "docFiscalOutro") is None or text(one, "dtCompDoc") < "2026")
        opinion.hold("xTpReeRepRes", text(one, "xTpReeRepRes") is None or text(one, "tpReeRepRes") == "99")
        read.append([text(one, "tpReeRepRes"), text(one, "vlrReeRepRes"), key or text(one, "docOutro/nDoc")])
    total = sum((Decimal(amount) for _, amount, _ in read), Decimal(0))
    opinion.hold("vlrReeRepRes", total <= value)
    opinion.read["reimbursements"] = read


def check_ibs_cbs(inf, opinion):
    group = find(inf, "IBSCBS")
    if group is None:
        return
    service, indicator = text(inf, "serv/cServ/cTribNac"), text(group, "cIndOp")
    operation, entity = text(group, "tpOper"), text(group, "tpEnteGov")
    opinion.hold("tpOper", (operation is not None) == (entity is not None or service[:4] in SAYS_PAYMENT))
    others = [each.text for each in every(group, "gRefNFSe/refNFSe")]
    opinion.hold("gRefNFSe", bool(others) == (operation in ("2", "3")))
    opinion.hold("refNFSe", all(key[-1] == check_digit(key[:-1]) for key in others))
    recipient = find(group, "dest")
    opinion.hold("indDest", text(group, "indDest") == ("0" if recipient is None else "1"))
    opinion.hold("imovel", find(group, "imovel") is None or indicator in OF_PROPERTY)
    opinion.hold("CST", text(group, "valores/trib/gIBSCBS/cClassTrib")[:3] == text(group, "valores/trib/gIBSCBS/CST"))
    value = Decimal(text(inf, "valores/vServPrest/vServ"))
    check_reimbursements(group, value, text(inf, "dhEmi"), opinion)
    opinion.read |= {
        "operation": OPERATIONS.get(operation),
        "governmentEntity": ENTITIES.get(entity),
        "previousDocuments": others,
        "recipient": text(recipient, "CNPJ") or text(recipient, "CPF"),
        "cib": text(group, "imovel/cCIB"),
        "personalUse": {"0": False, "1": True}.get(text(group, "indFinal")),
        "presumedCreditCode": text(group, "valores/trib/gIBSCBS/cCredPres"),
    }


def check(path, schema):
    opinion = Opinion()
    root = etree.parse(str(path)).getroot()
    opinion.checks["schema"] += 1
    if not schema.validate(root):
        opinion.faults += [f"schema: {each.message}" for each in schema.error_log]
    inf = root.find(f"{NFSE}infDPS")
    check_id(inf, opinion)
    check_digest(root, inf, opinion)
    check_total(inf, opinion)
    check_ibs_cbs(inf, opinion)
    return opinion


def main(xsd, folder):
    schema = etree.XMLSchema(etree.parse(xsd))
    opinions = {path.name: check(path, schema) for path in sorted(pathlib.Path(folder).glob("*.xml"))}
    checks = sum((each.checks for each in opinions.values()), Counter())
    faults = {name: each.faults for name, each in opinions.items() if each.faults}
    read = {name: each.read for name, each in opinions.items()}
    print(json.dumps({"notes": len(opinions), "checks": checks, "faults": faults, "read": read}, indent=1))


if __name__ == "__main__":
    main(*sys.argv[1:])
