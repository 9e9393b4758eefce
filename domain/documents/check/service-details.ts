import { DateTime } from 'luxon';
import { isAccessKey } from '../../access-key.ts';
import { type DecimalForm, moneyForm } from '../../decimal-form.ts';
import { type Fault, refusal } from '../../faults.ts';
import { decimal, money, sum } from '../../money.ts';
import { isMunicipalityCode } from '../../municipality-code.ts';
import { isNfseKey } from '../../nfse-key.ts';
import { atSea } from '../../service-taxation/service-code.ts';
import { deductedFrom, serviceLinesOf } from '../compute/service-amounts.ts';
import type { ServicePayload } from '../payload.ts';
import type {
  DeductionDocument,
  Deductions,
  ForeignTrade,
  ReplacedNfse,
  ServedEvent,
  ServicePlace,
  Works,
} from '../service-sale.ts';
import { checkDeclaredForms } from './declared-ibs-cbs.ts';
import { checkDecimal, exactlyOneOf } from './forms.ts';
import { checkSite, incompleteAddress } from './service-parties.ts';

/** Faults of form of a service's fields beside its items. */
export function checkServiceDetails({ service, replaces }: ServicePayload): Fault[] {
  const { place, competence, foreignTrade, works, event, deductions, ibsCbs } = service ?? {};
  return [
    ...(place ? checkPlace(place) : []),
    ...(competence ? checkDay(competence, 'service.competence') : []),
    ...(foreignTrade ? checkForeignTrade(foreignTrade, 'service.foreignTrade') : []),
    ...(works ? checkWorks(works, 'service.works') : []),
    ...(event ? checkEvent(event, 'service.event') : []),
    ...(deductions ? checkDeductionForms(deductions) : []),
    ...(deductions?.documents ?? []).flatMap(({ issueDate }, index) =>
      checkDay(issueDate, `service.deductions.documents[${index}].issueDate`),
    ),
    ...(ibsCbs ? checkDeclaredForms(ibsCbs) : []),
    ...(replaces ? checkReplaced(replaces) : []),
  ];
}

function checkPlace({ municipalityCode, country }: ServicePlace): Fault[] {
  const path = 'service.place';
  const faults = exactlyOneOf({ municipalityCode, country }, path, 'O serviço foi prestado em um lugar só');
  if (municipalityCode && municipalityCode !== atSea && !isMunicipalityCode(municipalityCode)) {
    const message = `${municipalityCode} não é um código de município do IBGE (rejeição E0302).`;
    faults.push(refusal(`${path}.municipalityCode`, message));
  }
  if (country && !/^(?!BR$)[A-Z]{2}$/i.test(country)) {
    const message = 'É a sigla ISO de um país que não seja o Brasil, com 2 letras, como US (rejeição E0304).';
    faults.push(refusal(`${path}.country`, message));
  }
  return faults;
}

/** Rules E0352 to E0356. */
function checkForeignTrade(trade: ForeignTrade, path: string): Fault[] {
  const { amount, temporaryGoods, importDeclaration, exportRegistration } = trade;
  const faults = checkDecimal(amount, moneyForm, `${path}.amount`);
  if (faults.length === 0 && decimal(amount).isZero()) {
    faults.push(refusal(`${path}.amount`, 'O valor em moeda estrangeira deve ser maior que zero.'));
  }
  if (temporaryGoods === '2' && !importDeclaration) {
    const message = 'Com temporaryGoods 2, informe a declaração de importação (rejeição E0352).';
    faults.push(refusal(`${path}.importDeclaration`, message));
  }
  if (temporaryGoods === '3' && !exportRegistration) {
    const message = 'Com temporaryGoods 3, informe o registro de exportação (rejeição E0356).';
    faults.push(refusal(`${path}.exportRegistration`, message));
  }
  if (temporaryGoods !== '1') return faults;
  for (const [name, number] of Object.entries({ importDeclaration, exportRegistration })) {
    const message = 'Com temporaryGoods 1 não há bens em movimento: não envie este campo (rejeição E0354).';
    if (number) faults.push(refusal(`${path}.${name}`, message));
  }
  return faults;
}

function checkWorks({ code, cib, address }: Works, path: string): Fault[] {
  return [
    ...exactlyOneOf({ code, cib, address }, path, 'A obra é identificada de um modo só'),
    ...(address ? checkSite(address, `${path}.address`) : []),
  ];
}

function checkEvent({ startDate, endDate, code, address }: ServedEvent, path: string): Fault[] {
  const days = [...checkDay(startDate, `${path}.startDate`), ...checkDay(endDate, `${path}.endDate`)];
  if (days.length === 0 && endDate < startDate) {
    days.push(refusal(`${path}.endDate`, `O evento não termina antes de começar, em ${startDate}; veio ${endDate}.`));
  }
  return [
    ...exactlyOneOf({ code, address }, path, 'O evento é identificado de um modo só'),
    ...days,
    ...(address ? checkSite(address, `${path}.address`) : []),
  ];
}

/** Rule E0078: reason 99 needs a description. */
function checkReplaced({ accessKey, reason, description }: ReplacedNfse): Fault[] {
  const faults: Fault[] = [];
  if (!isNfseKey(accessKey)) {
    const message = 'Não é uma chave de NFS-e: ela tem 50 posições, e o dígito verificador confere (E0042).';
    faults.push(refusal('replaces.accessKey', message));
  }
  if (reason === '99' && !description) {
    faults.push(refusal('replaces.description', 'Com reason 99, descreva o motivo em 15 a 255 caracteres (E0078).'));
  }
  return faults;
}

function checkDay(day: string, path: string): Fault[] {
  if (/^\d{4}-\d{2}-\d{2}$/.test(day) && DateTime.fromISO(day).isValid) return [];
  return [refusal(path, `É uma data que existe, como 2026-11-21; veio ${day.slice(0, 40)}.`)];
}

/** Form of pDR, which has two decimals (TSDec3V2). */
const rateForm: DecimalForm = { digits: 3, places: 2 };
const at = 'service.deductions';

/** Faults of form of deductions from the base of ISSQN (group vDedRed). */
function checkDeductionForms(deductions: Deductions): Fault[] {
  const { rate, value, documents } = deductions;
  return [
    ...exactlyOneOf({ rate, value, documents }, at, 'A dedução é dita de um modo só'),
    ...checkRate(rate),
    ...checkPositive(value, `${at}.value`),
    ...(documents ?? []).flatMap((document, index) => checkDocument(document, `${at}.documents[${index}]`)),
    ...(documents?.length === 0 ? [refusal(`${at}.documents`, 'Informe ao menos um documento.')] : []),
  ];
}

/** Fault of a deduction that is more than the service less its unconditional discount. The payload's form is already checked. */
export function checkDeductions(payload: ServicePayload): Fault[] {
  const deductions = payload.service?.deductions;
  if (!deductions) return [];
  const charged = sum(serviceLinesOf(payload).map(({ total, discount }) => total.minus(discount)));
  const deducted = deductedFrom(charged, deductions);
  if (deducted.lte(charged)) return [];
  const message = `A dedução, ${money(deducted)}, é maior que o valor do serviço com desconto, ${money(charged)} (rejeição E0427).`;
  return [refusal(at, message)];
}

/** Rule E0453: the rate is above 0 and at most 100. */
function checkRate(rate: string | null | undefined): Fault[] {
  const faults = checkDecimal(rate, rateForm, `${at}.rate`);
  if (faults.length > 0 || !rate) return faults;
  if (decimal(rate).gt(0) && decimal(rate).lte(100)) return [];
  return [refusal(`${at}.rate`, `A dedução é maior que 0 e no máximo 100 % (rejeição E0453); veio ${rate}.`)];
}

function checkPositive(value: string | null | undefined, path: string): Fault[] {
  const faults = checkDecimal(value, moneyForm, path);
  if (faults.length > 0 || !value || decimal(value).gt(0)) return faults;
  return [refusal(path, 'O valor da dedução deve ser maior que zero.')];
}

function checkDocument(document: DeductionDocument, path: string): Fault[] {
  const { nfseKey, nfeKey, municipalNfse, fiscalNumber, otherNumber, type, description } = document;
  const named = { nfseKey, nfeKey, municipalNfse, fiscalNumber, otherNumber };
  const faults = [
    ...exactlyOneOf(named, path, 'Um documento é identificado de um modo só'),
    ...checkPositive(document.value, `${path}.value`),
    ...checkPositive(document.deductibleValue, `${path}.deductibleValue`),
  ];
  if (nfseKey && !isNfseKey(nfseKey)) {
    const message = 'Não é uma chave de NFS-e: ela tem 50 posições, e o dígito verificador confere (rejeição E0455).';
    faults.push(refusal(`${path}.nfseKey`, message));
  }
  if (nfeKey && !isAccessKey(nfeKey)) {
    const message = 'Não é uma chave de NF-e: ela tem 44 posições, e o dígito verificador confere (rejeição E0460).';
    faults.push(refusal(`${path}.nfeKey`, message));
  }
  if (municipalNfse && !isMunicipalityCode(municipalNfse.municipalityCode)) {
    const message = `${municipalNfse.municipalityCode} não é um código de município do IBGE (rejeição E0466).`;
    faults.push(refusal(`${path}.municipalNfse.municipalityCode`, message));
  }
  if (type === '99' && !description) {
    faults.push(refusal(`${path}.description`, 'Com type 99 (outras deduções), descreva a dedução (rejeição E0468).'));
  }
  if (type !== '99' && description) {
    const message = 'Só type 99 (outras deduções) tem descrição: não a envie (rejeição E0470).';
    faults.push(refusal(`${path}.description`, message));
  }
  faults.push(...checkSupplier(document, `${path}.supplier`));
  return faults.length > 0 ? faults : checkUsed(document, path);
}

/** A document that has no key names its supplier, who is identified (E0477, E0490) and has an address (E0492, E0498). */
function checkSupplier({ supplier, ...named }: DeductionDocument, path: string): Fault[] {
  if (!supplier) {
    const isKeyless = named.municipalNfse || named.fiscalNumber || named.otherNumber;
    if (!isKeyless) return [];
    return [
      refusal(path, 'Um documento sem chave de NFS-e ou de NF-e pede quem o emitiu, em supplier (rejeição E0477).'),
    ];
  }
  if (!supplier.document && supplier.country === 'BR') {
    return [refusal(`${path}.document`, 'O fornecedor é identificado por CNPJ ou CPF.')];
  }
  if (supplier.address) return incompleteAddress(supplier, { path, inWords: 'fornecedor' });
  const code = supplier.country === 'BR' ? 'E0492' : 'E0498';
  return [refusal(path, `O fornecedor precisa de endereço (rejeição ${code}).`)];
}

/** Rule E0474: no more is deducted than the document allows. */
function checkUsed({ value, deductibleValue }: DeductionDocument, path: string): Fault[] {
  if (decimal(value).lte(decimal(deductibleValue))) return [];
  const message = `O documento permite deduzir ${deductibleValue}; veio ${value} (rejeição E0474).`;
  return [refusal(`${path}.value`, message)];
}
