import { DateTime } from 'luxon';
import type { ClientSnapshot } from '../../clients/client-input.ts';
import type { Issuer } from '../../companies/settings.ts';
import { type Fault, refusal } from '../../faults.ts';
import { type TaxTrace, tracedText } from '../../taxation/fields.ts';
import { icmsSituations } from '../../taxation/icms/situations.ts';
import { isForCounter, type Operation } from '../../taxation/operation.ts';
import { presenceOf } from '../compute/operation.ts';
import { authorizedAtMost, authorizedOf } from '../compute/trade.ts';
import type { GoodsPayload, ItemInput } from '../payload.ts';
import { checkTechnicalResponsible } from './technical-responsible.ts';

type Route = { payload: GoodsPayload; issuer: Issuer; recipient: ClientSnapshot; operation: Operation };

/**
 * Faults of foreign trade, marketplace, lots, autXML and the technical responsible, by parties, destination and day of issue. Their form is already
 * checked.
 */
export function checkTradeOnRoute({ payload, issuer, recipient, operation }: Route): Fault[] {
  return [
    ...checkPlaces(payload, operation),
    ...checkForeigner(recipient, operation),
    ...checkIntermediary(payload, issuer, operation),
    ...checkAuthorized(payload, issuer, recipient),
    ...checkTechnicalResponsible(issuer, operation),
    ...payload.items.flatMap((item, index) => checkItem(item, `items[${index}]`, operation)),
  ];
}

/** Rules ZA01-10 and ZA01-20: an export, and no other note, names the places where goods leave the country. */
function checkPlaces({ export: places }: GoodsPayload, operation: Operation): Fault[] {
  if (Boolean(places) === isExport(operation)) return [];
  const message = places
    ? 'Só uma nota de saída para o exterior diz por onde a mercadoria sai do País (rejeição 356): não envie export.'
    : 'Na exportação, informe a UF e o local por onde a mercadoria sai do País (rejeição 355): export.exitState e export.exitPlace.';
  return [refusal('export', message)];
}

/** Rule E03a-10: a recipient abroad has neither CPF nor CNPJ, and its address has the country (E14-10). */
function checkForeigner({ documentType, address, country }: ClientSnapshot, { destination }: Operation): Fault[] {
  if (destination !== '3') return [];
  const faults: Fault[] = [];
  if (documentType === 'CPF' || documentType === 'CNPJ') {
    const message = `Quem está no exterior se identifica por documento estrangeiro, não por ${documentType} (rejeição 720).`;
    faults.push(refusal('client.document', message));
  }
  if (!address) {
    const message = `A operação com o exterior precisa do endereço em ${country} (rejeições 510 e 727): informe street, number e neighborhood.`;
    faults.push(refusal('client.street', message));
  }
  return faults;
}

/** A sale on the issuer's own site has no marketplace (NT 2020.006), nor has a note without presence (rule B25c-20, 435). */
function checkIntermediary(payload: GoodsPayload, issuer: Issuer, operation: Operation): Fault[] {
  const { marketplace } = payload;
  if (!marketplace) return [];
  if (marketplace.taxId === issuer.taxId) {
    const message =
      'O CNPJ é o da própria empresa: a venda em site próprio não tem intermediador. Não envie marketplace.';
    return [refusal('marketplace.taxId', message)];
  }
  if (presenceOf(payload, operation) !== '0' || payload.presence === '0') return [];
  const message =
    'Uma nota sem presence não passa por marketplace (rejeição 435): informe presence, ou não envie marketplace.';
  return [refusal('marketplace', message)];
}

function checkAuthorized(payload: GoodsPayload, issuer: Issuer, recipient: ClientSnapshot): Fault[] {
  const { length } = authorizedOf(payload, issuer, recipient);
  if (length <= authorizedAtMost) return [];
  const message =
    `Uma nota autoriza até ${authorizedAtMost} CNPJ e CPF a baixar o XML; com os do cadastro da empresa são ${length}. ` +
    'Retire alguns.';
  return [refusal('authorizedTaxIds', message)];
}

function checkItem(item: ItemInput, path: string, operation: Operation): Fault[] {
  return [
    ...checkPlaceOfTrade(item, path, operation),
    ...checkClearances(item, path, operation),
    ...(item.lots ?? []).flatMap(({ manufacturedOn }, index) => {
      if (manufacturedOn <= operation.date) return [];
      const message = 'O lote é fabricado depois da emissão (rejeição 877): confira a data.';
      return [refusal(`${path}.lots[${index}].manufacturedOn`, message)];
    }),
  ];
}

/** Only operations abroad have group I03 (336); only goods that enter from abroad have groups I01 and P. */
function checkPlaceOfTrade(item: ItemInput, path: string, { direction, destination }: Operation): Fault[] {
  const isAbroad = destination === '3';
  const isImport = isAbroad && direction === 'IN';
  const outside = 'Só vai em operação com o exterior (rejeição 336): não envie este campo.';
  const notImported =
    'Só vai em nota de entrada do exterior: use operationType IN e um fornecedor de fora, ou não envie este campo.';
  return [
    ...refuseGiven(item, ['drawbacks', 'indirectExport'], isAbroad, { path, message: outside }),
    ...refuseGiven(item, ['importDeclarations', 'importTax'], isImport, { path, message: notImported }),
  ];
}

type TradeName = 'drawbacks' | 'indirectExport' | 'importDeclarations' | 'importTax';

function refuseGiven(
  item: ItemInput,
  names: TradeName[],
  isAllowed: boolean,
  { path, message }: { path: string; message: string },
): Fault[] {
  if (isAllowed) return [];
  return names.filter((name) => isGiven(item[name])).map((name) => refusal(`${path}.${name}`, message));
}

function isGiven(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** Rule I23-10: goods were cleared at most five years ago, and not in the future (376). */
function checkClearances({ importDeclarations }: ItemInput, path: string, { date }: Operation): Fault[] {
  const earliest = DateTime.fromISO(date).minus({ years: 5 }).toISODate() ?? date;
  return (importDeclarations ?? []).flatMap(({ clearanceDate }, index) => {
    if (clearanceDate >= earliest && clearanceDate <= date) return [];
    const message = `O desembaraço é de ${earliest} até hoje, ${date} (rejeição 376); veio ${clearanceDate}.`;
    return [refusal(`${path}.importDeclarations[${index}].clearanceDate`, message)];
  });
}

/** Whether the note is an export. */
function isExport({ direction, destination }: Operation): boolean {
  return direction === 'OUT' && destination === '3';
}

/** A line with its resolved taxes; `path` is its own (`items[0]`). */
type Line = { item: ItemInput; trace: TaxTrace; path: string };
/** indPres of sales by internet and by telephone, whose medicines need no lots. */
const remote = new Set(['2', '3']);

/** CFOPs of returned and annulled exports, which enter without a declaration (rule I08-110). */
const undeclared = new Set(['3201', '3202', '3503', '3553']);
/** CFOPs of goods that enter without IPI and II: the same, and `3211` (rules I08-120 and I08-130). */
const untaxedOnEntry = new Set([...undeclared, '3211']);
/** CFOPs of goods that enter, and leave, under drawback (rules I29a-10 and I51-10). */
const entersUnderDrawback = new Set(['3127', '3211']);
const leavesUnderDrawback = new Set(['7127', '7211']);
/** CFOPs of goods that were bought to be exported (rule I52-10). */
const indirectExports = new Set(['3503', '7501']);
/** CFOPs of deliveries on another's account or for the future, whose medicines need no lots (rule K01-20, NT 2021.004). */
const withoutLots = new Set('5116 6116 5922 6922 5118 5119 5120 6118 6119 6120'.split(' '));

/** Faults of a line's foreign trade and medicines, by its CFOP and its taxes. Notes of credit and debit have neither. */
export function checkTradeOfLine(line: Line, operation: Operation, presence?: string | null): Fault[] {
  if (operation.adjustment) return [];
  return [
    ...checkImport(line),
    ...checkExport(line, operation),
    ...(remote.has(presence ?? '') ? [] : checkLots(line, operation)),
  ];
}

function checkImport({ item, trace, path }: Line): Fault[] {
  const cfop = tracedText(trace, 'cfop');
  if (!cfop.startsWith('3')) return [];
  const faults: Fault[] = [];
  const refuse = (field: string, message: string) => faults.push(refusal(`${path}.${field}`, message));
  const declarations = item.importDeclarations ?? [];
  if (declarations.length === 0 && !undeclared.has(cfop)) {
    refuse('importDeclarations', `O CFOP ${cfop} é de importação: informe a declaração (DI ou DUIMP) (rejeição 525).`);
  }
  if (!untaxedOnEntry.has(cfop)) {
    if (!item.importTax) {
      const message = `O CFOP ${cfop} é de importação: informe o II, ainda que zero (rejeição 599).`;
      refuse('importTax', message);
    }
    if (!trace.ipiSituation) {
      const message = `O CFOP ${cfop} é de importação: informe o IPI, como 00, 03 ou 05 (rejeição 597).`;
      refuse('ipiSituation', message);
    }
  }
  if (entersUnderDrawback.has(cfop)) {
    for (const [index, { additions }] of declarations.entries()) {
      for (const [at, { drawback }] of additions.entries()) {
        if (drawback?.trim()) continue;
        const message = `Com o CFOP ${cfop}, informe o ato concessório de drawback da adição (rejeição 334).`;
        refuse(`importDeclarations[${index}].additions[${at}].drawback`, message);
      }
    }
  }
  if (item.importTax && !item.importTax.icmsBase && chargesIcms(trace)) {
    const message =
      'Informe a base do ICMS da importação, antes de redução, como foi declarada ao estado: valor aduaneiro, II, IPI, IOF, ' +
      'PIS, COFINS, despesas aduaneiras e o próprio ICMS (LC 87/1996, art. 13, V e § 1º).';
    refuse('importTax.icmsBase', message);
  }
  return faults;
}

function chargesIcms(trace: TaxTrace): boolean {
  const situation = icmsSituations.get(tracedText(trace, 'icmsSituation'));
  return situation !== undefined && situation.own !== 'NONE' && trace.icmsRate !== undefined;
}

function checkExport({ item, trace, path }: Line, { purpose }: Operation): Fault[] {
  const cfop = tracedText(trace, 'cfop');
  const faults: Fault[] = [];
  const refuse = (field: string, message: string) => faults.push(refusal(`${path}.${field}`, message));
  if (leavesUnderDrawback.has(cfop) && (item.drawbacks ?? []).length === 0) {
    refuse('drawbacks', `Com o CFOP ${cfop}, informe o ato concessório de drawback (rejeição 338).`);
  }
  if (indirectExports.has(cfop) && (item.indirectExport ?? []).length === 0 && purpose !== 'COMPLEMENTARY') {
    const message =
      `Com o CFOP ${cfop}, informe o registro da exportação e as notas com que a mercadoria foi comprada para exportar ` +
      `(rejeição 340)${purpose === 'RETURN' ? '' : ', e as mesmas notas em referencedDocuments (rejeição 701)'}.`;
    refuse('indirectExport', message);
  }
  return faults;
}

/** Rule K01-20 (873): medicines of an outgoing NF-e have lots, except in a coupon. */
function checkLots({ item, trace, path }: Line, operation: Operation): Fault[] {
  const { purpose, direction } = operation;
  const isExempt =
    isForCounter(operation) || purpose !== 'NORMAL' || direction === 'IN' || withoutLots.has(tracedText(trace, 'cfop'));
  if (!item.medicine || (item.lots ?? []).length > 0 || isExempt) return [];
  const message = 'Medicamento sai com o lote (rejeição 873): informe lots, com número, quantidade e datas.';
  return [refusal(`${path}.lots`, message)];
}
