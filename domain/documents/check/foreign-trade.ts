import { accessKeyPattern, isAccessKey } from '../../access-key.ts';
import { moneyForm, quantityForm } from '../../decimal-form.ts';
import { type Fault, refusal } from '../../faults.ts';
import { decimal, sum } from '../../money.ts';
import { stateCodes } from '../../states.ts';
import { taxIdKind } from '../../tax-id.ts';
import type { GoodsPayload, ItemInput } from '../payload.ts';
import type { ImportAddition, ImportDeclaration, ImportTax } from '../trade.ts';
import { checkDate, checkDecimal, checkWritten } from './forms.ts';

/** Faults of form of a sale's foreign trade: groups I01 (import), I03 (export), P (II) and ZA (place of export). */
export function checkForeignTrade(payload: GoodsPayload): Fault[] {
  return [
    ...checkPlaces(payload),
    ...payload.items.flatMap((item, index) => checkItem(item, `items[${index}]`, payload)),
  ];
}

function checkPlaces({ export: places }: GoodsPayload): Fault[] {
  if (!places) return [];
  return [
    ...checkState(places.exitState, 'export.exitState'),
    ...checkWritten(places.exitPlace, { least: 1, most: 60 }, 'export.exitPlace'), // ZA03
    ...checkWritten(places.dispatchPlace, { least: 0, most: 60 }, 'export.dispatchPlace'), // ZA04
  ];
}

function checkItem(item: ItemInput, path: string, payload: GoodsPayload): Fault[] {
  return [
    ...checkTaxable(item, path),
    ...checkDrawbacks(item, path),
    ...checkIndirectExport(item, path, payload),
    ...(item.importDeclarations ?? []).flatMap((declaration, index) =>
      checkDeclaration(declaration, `${path}.importDeclarations[${index}]`),
    ),
    ...checkImportTax(item.importTax, `${path}.importTax`),
  ];
}

function checkTaxable({ taxUnit, taxQuantity }: ItemInput, path: string): Fault[] {
  const faults = [
    ...checkWritten(taxUnit, { least: 1, most: 6 }, `${path}.taxUnit`), // I13
    ...checkPositive(taxQuantity, `${path}.taxQuantity`),
  ];
  if (!taxQuantity || taxUnit) return faults;
  return [...faults, refusal(`${path}.taxUnit`, 'Com taxQuantity, informe taxUnit: a unidade em que ela está.')];
}

function checkPositive(quantity: string | null | undefined, path: string): Fault[] {
  const faults = checkDecimal(quantity, quantityForm, path);
  if (!quantity || faults.length > 0 || !decimal(quantity).isZero()) return faults;
  return [refusal(path, 'A quantidade deve ser maior que zero.')];
}

/** Rule I51-20 (339): the act has 11 digits for a suspension (AAAANNNNNND), 9 for an exemption (AANNNNNND). */
function checkDrawbacks({ drawbacks }: ItemInput, path: string): Fault[] {
  return (drawbacks ?? []).flatMap((act, index) => {
    if (/^(\d{9}|\d{11})$/.test(act)) return [];
    const message = 'O ato concessório tem 11 dígitos (drawback suspensão) ou 9 (isenção) (rejeição 339).';
    return [refusal(`${path}.drawbacks[${index}]`, message)];
  });
}

/**
 * Rules I53-10 to I55-10 (341 to 346). A return refers to items and so may not name the bought note as a whole (rule 1010); that the older and
 * optional rule I54-40 asks for it is ignored.
 */
function checkIndirectExport(item: ItemInput, path: string, { referencedDocuments, purpose }: GoodsPayload): Fault[] {
  const referenced = purpose === 'RETURN' ? null : (referencedDocuments ?? []);
  const given = item.indirectExport ?? [];
  const faults = given.flatMap(({ registration, accessKey, quantity }, index) => {
    const at = `${path}.indirectExport[${index}]`;
    const registrationFault = /^\d{12}$/.test(registration)
      ? []
      : [
          refusal(
            `${at}.registration`,
            'O registro de exportação tem 12 dígitos, com zeros à esquerda (rejeição 341).',
          ),
        ];
    return [
      ...registrationFault,
      ...checkBoughtNote(accessKey, `${at}.accessKey`, referenced),
      ...(given.findIndex((other) => other.accessKey === accessKey) === index
        ? []
        : [refusal(`${at}.accessKey`, 'Esta nota já está em outra linha do item (rejeição 344): junte as duas.')]),
      ...checkPositive(quantity, `${at}.quantity`),
    ];
  });
  if (given.length === 0 || faults.length > 0 || checkPositive(item.quantity, '').length > 0) return faults;
  const total = sum(given.map(({ quantity }) => decimal(quantity)));
  if (total.equals(decimal(item.quantity))) return [];
  const message = `As quantidades somam ${total.toFixed()}, e o item tem ${item.quantity} (rejeição 346): acerte uma delas.`;
  return [refusal(`${path}.indirectExport`, message)];
}

/** @param referenced keys in `referencedDocuments`; null for a return, which may not name the bought note there */
function checkBoughtNote(accessKey: string, path: string, referenced: string[] | null): Fault[] {
  if (!accessKeyPattern.test(accessKey) || !isAccessKey(accessKey)) {
    return [
      refusal(path, 'Não é uma chave de acesso: ela tem 44 posições, e o dígito verificador confere (rejeição 342).'),
    ];
  }
  if (accessKey.slice(20, 22) !== '55') {
    return [refusal(path, 'A exportação indireta se refere a uma NF-e, modelo 55 (rejeição 343).')];
  }
  if (!referenced || referenced.includes(accessKey)) return [];
  return [refusal(path, 'Informe esta nota também em referencedDocuments (rejeições 345 e 701).')];
}

function checkDeclaration(declaration: ImportDeclaration, path: string): Fault[] {
  const { number, date, clearancePlace, clearanceState, clearanceDate, exporterCode, additions } = declaration;
  const faults = [
    ...checkWritten(number, { least: 1, most: 15 }, `${path}.number`), // I19
    ...checkDate(date, `${path}.date`), // I20
    ...checkWritten(clearancePlace, { least: 1, most: 60 }, `${path}.clearancePlace`), // I21
    ...checkState(clearanceState, `${path}.clearanceState`), // I22
    ...checkDate(clearanceDate, `${path}.clearanceDate`), // I23
    ...checkWritten(exporterCode, { least: 1, most: 60 }, `${path}.exporterCode`), // I24
    ...checkAfrmm(declaration, path),
    ...checkThirdParty(declaration, path),
    ...additions.flatMap((addition, index) => checkAddition(addition, `${path}.additions[${index}]`)),
  ];
  if (additions.length > 0) return faults;
  return [...faults, refusal(`${path}.additions`, 'A declaração tem pelo menos uma adição: informe additions.')];
}

/** Rule I23b-10: goods that came by sea have their AFRMM. */
function checkAfrmm({ transportMode, afrmm }: ImportDeclaration, path: string): Fault[] {
  const faults = checkDecimal(afrmm, moneyForm, `${path}.afrmm`);
  if (afrmm || transportMode !== 'MARITIME') return faults;
  const message = 'Na importação por via marítima, informe o AFRMM, nem que seja 0 (rejeição 330).';
  return [refusal(`${path}.afrmm`, message)];
}

/** Rules I23d-10, I23d-20 and I23e-10: who imports for a third party names its tax id and state. */
function checkThirdParty(declaration: ImportDeclaration, path: string): Fault[] {
  const { intermediation, thirdPartyTaxId: taxId, thirdPartyState: state } = declaration;
  const faults: Fault[] = [];
  if (taxId && taxIdKind(taxId) === null) {
    const message = `${taxId} não é um CNPJ ou CPF: confira os dígitos (rejeição 332).`;
    faults.push(refusal(`${path}.thirdPartyTaxId`, message));
  }
  if (state) faults.push(...checkState(state, `${path}.thirdPartyState`));
  if (intermediation === 'OWN') return faults;
  if (!taxId) {
    const message = 'Na importação por conta e ordem ou por encomenda, informe o CNPJ do adquirente (rejeição 331).';
    faults.push(refusal(`${path}.thirdPartyTaxId`, message));
  }
  if (!state) {
    const message = 'Na importação por conta e ordem ou por encomenda, informe a UF do adquirente (rejeição 333).';
    faults.push(refusal(`${path}.thirdPartyState`, message));
  }
  return faults;
}

function checkAddition(
  { number, sequence, manufacturerCode, discount, drawback }: ImportAddition,
  path: string,
): Fault[] {
  return [
    ...checkWhole(number, 999, `${path}.number`), // I26
    ...checkWhole(sequence, 99_999, `${path}.sequence`), // I27
    ...checkWritten(manufacturerCode, { least: 1, most: 60 }, `${path}.manufacturerCode`), // I28
    ...checkDecimal(discount, moneyForm, `${path}.discount`), // I29
    ...checkWritten(drawback, { least: 0, most: 20 }, `${path}.drawback`), // I29a
  ];
}

function checkImportTax(tax: ImportTax | null | undefined, path: string): Fault[] {
  if (!tax) return [];
  const names = ['base', 'customsExpenses', 'value', 'iof', 'icmsBase'] as const;
  return names.flatMap((name) => checkDecimal(tax[name], moneyForm, `${path}.${name}`));
}

function checkWhole(value: number | null | undefined, most: number, path: string): Fault[] {
  if (value === undefined || value === null) return [];
  if (Number.isInteger(value) && value >= 1 && value <= most) return [];
  return [refusal(path, `Informe um número inteiro de 1 a ${most}.`)];
}

function checkState(state: string, path: string): Fault[] {
  return stateCodes.has(state) ? [] : [refusal(path, `${state.slice(0, 10)} não é a sigla de uma UF.`)];
}
