import { DateTime } from 'luxon';
import type { ClientSnapshot } from '../../clients/snapshot.ts';
import type { Issuer } from '../../companies/settings.ts';
import type { Fault } from '../../faults.ts';
import type { Operation } from '../../taxation/operation.ts';
import { authorizedOf, authorizedAtMost } from '../compute/authorized.ts';
import { presenceOf } from '../compute/presence.ts';
import type { GoodsPayload, ItemInput } from '../payload.ts';
import { checkTechnicalResponsible } from './technical-responsible.ts';

type Route = { payload: GoodsPayload; issuer: Issuer; recipient: ClientSnapshot; operation: Operation };

/** Faults of what a sale says of foreign trade, marketplace and lots, by where it goes, from whom and on which day. Its form is checked. */
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

/** Rules ZA01-10 and ZA01-20. */
function checkPlaces({ export: places }: GoodsPayload, operation: Operation): Fault[] {
  if (Boolean(places) === isExport(operation)) return [];
  const message = places
    ? 'Só uma nota de saída para o exterior diz por onde a mercadoria sai do País (rejeição 356): não envie export.'
    : 'Na exportação, informe a UF e o local por onde a mercadoria sai do País (rejeição 355): export.exitState e export.exitPlace.';
  return [refusal('export', message)];
}

/** Rule E03a-10: abroad nobody has a CPF or CNPJ; and the address says the country (E14-10). */
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

/** NT 2020.006: who sells on a site of his own has no intermediary; rule B25c-20 (435). */
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

/** Group I03 is of operations abroad (336), groups I01 and P of goods that enter from there. */
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

/** Rule I23-10: cleared at most five years ago, and not in the future (376). */
function checkClearances({ importDeclarations }: ItemInput, path: string, { date }: Operation): Fault[] {
  const earliest = DateTime.fromISO(date).minus({ years: 5 }).toISODate() ?? date;
  return (importDeclarations ?? []).flatMap(({ clearanceDate }, index) => {
    if (clearanceDate >= earliest && clearanceDate <= date) return [];
    const message = `O desembaraço é de ${earliest} até hoje, ${date} (rejeição 376); veio ${clearanceDate}.`;
    return [refusal(`${path}.importDeclarations[${index}].clearanceDate`, message)];
  });
}

/** Whether goods leave the country. */
function isExport({ direction, destination }: Operation): boolean {
  return direction === 'OUT' && destination === '3';
}

function refusal(path: string, message: string): Fault {
  return { code: 'validation_error', path, message };
}
