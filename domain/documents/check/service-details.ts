import { DateTime } from 'luxon';
import { moneyForm } from '../../decimal-form.ts';
import type { Fault } from '../../faults.ts';
import { decimal } from '../../money.ts';
import { isMunicipalityCode } from '../../municipality-code.ts';
import { isNfseKey } from '../../nfse-key.ts';
import { atSea } from '../../service-taxation/incidence.ts';
import type { ServicePayload } from '../payload.ts';
import type { ForeignTrade, Replaced, ServedEvent, ServicePlace, SiteAddress, Works } from '../service-sale.ts';
import { checkDeductionForms } from './deductions.ts';
import { checkDecimal } from './decimal.ts';
import { onlyOneOf } from './only-one-of.ts';

/** Faults of form of what a service says beside its items. */
export function checkServiceDetails({ service, replaces }: ServicePayload): Fault[] {
  const { place, competence, foreignTrade, works, event, deductions } = service ?? {};
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
    ...(replaces ? checkReplaced(replaces) : []),
  ];
}

function checkPlace({ municipalityCode, country }: ServicePlace): Fault[] {
  const path = 'service.place';
  const faults = onlyOneOf({ municipalityCode, country }, path, 'O serviço foi prestado em um lugar só');
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
    ...onlyOneOf({ code, cib, address }, path, 'A obra é identificada de um modo só'),
    ...(address ? checkSite(address, `${path}.address`) : []),
  ];
}

function checkEvent({ startDate, endDate, code, address }: ServedEvent, path: string): Fault[] {
  const days = [...checkDay(startDate, `${path}.startDate`), ...checkDay(endDate, `${path}.endDate`)];
  if (days.length === 0 && endDate < startDate) {
    days.push(refusal(`${path}.endDate`, `O evento não termina antes de começar, em ${startDate}; veio ${endDate}.`));
  }
  return [
    ...onlyOneOf({ code, address }, path, 'O evento é identificado de um modo só'),
    ...days,
    ...(address ? checkSite(address, `${path}.address`) : []),
  ];
}

/** Abroad city and region go together (TCEnderExtSimples); in Brazil the CEP says both. */
function checkSite({ zipCode, city, region }: SiteAddress, path: string): Fault[] {
  if (!city && !region) {
    return /^\d{8}$/.test(zipCode) ? [] : [refusal(`${path}.zipCode`, 'O CEP tem 8 dígitos, sem hífen.')];
  }
  const missing = Object.entries({ city, region }).flatMap(([name, text]) => (text ? [] : [name]));
  return missing.map((name) =>
    refusal(`${path}.${name}`, 'No exterior, city e region vão juntos: informe este também.'),
  );
}

/** Rule E0078. */
function checkReplaced({ accessKey, reason, description }: Replaced): Fault[] {
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

function refusal(path: string, message: string): Fault {
  return { code: 'validation_error', path, message };
}
