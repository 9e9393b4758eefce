import type { Fault } from '../../faults.ts';
import { type TaxTrace, textOf } from '../../taxation/fields.ts';
import { icmsSituations } from '../../taxation/icms/situations.ts';
import type { Operation } from '../../taxation/operation.ts';
import type { ItemInput } from '../payload.ts';

/** A line with its resolved taxes; `path` is its own (`items[0]`). */
type Line = { item: ItemInput; trace: TaxTrace; path: string };
/** indPres of sales whose medicines need no lots: by internet and by telephone. */
const remote = new Set(['2', '3']);

/** Returned goods and annulments come without a declaration (rule I08-110), and without IPI and II (I08-120, I08-130). */
const undeclared = new Set(['3201', '3202', '3503', '3553']);
const untaxedOnEntry = new Set([...undeclared, '3211']);
/** Goods that enter or leave under drawback (rules I29a-10 and I51-10). */
const entersUnderDrawback = new Set(['3127', '3211']);
const leavesUnderDrawback = new Set(['7127', '7211']);
/** Goods that were bought to be exported (rule I52-10). */
const indirectExports = new Set(['3503', '7501']);
/** Deliveries on somebody's account or for the future, whose medicines need no lots (rule K01-20, NT 2021.004). */
const withoutLots = new Set('5116 6116 5922 6922 5118 5119 5120 6118 6119 6120'.split(' '));

/** Faults of what a line says of foreign trade and medicines, by its CFOP and its taxes. Notes of credit and debit have none of it. */
export function checkTradeOfLine(line: Line, operation: Operation, presence?: string | null): Fault[] {
  if (operation.adjustment) return [];
  return [
    ...checkImport(line),
    ...checkExport(line, operation),
    ...(remote.has(presence ?? '') ? [] : checkLots(line, operation)),
  ];
}

function checkImport({ item, trace, path }: Line): Fault[] {
  const cfop = textOf(trace, 'cfop');
  if (!cfop.startsWith('3')) return [];
  const faults: Fault[] = [];
  const refuse = (field: string, message: string) =>
    faults.push({ code: 'validation_error', path: `${path}.${field}`, message });
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
  const situation = icmsSituations.get(textOf(trace, 'icmsSituation'));
  return situation !== undefined && situation.own !== 'NONE' && trace.icmsRate !== undefined;
}

function checkExport({ item, trace, path }: Line, { purpose }: Operation): Fault[] {
  const cfop = textOf(trace, 'cfop');
  const faults: Fault[] = [];
  const refuse = (field: string, message: string) =>
    faults.push({ code: 'validation_error', path: `${path}.${field}`, message });
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

/** Rule K01-20 (873): NF-e only. */
function checkLots({ item, trace, path }: Line, { model, purpose, direction }: Operation): Fault[] {
  const isExempt =
    model === '65' || purpose !== 'NORMAL' || direction === 'IN' || withoutLots.has(textOf(trace, 'cfop'));
  if (!item.medicine || (item.lots ?? []).length > 0 || isExempt) return [];
  const message = 'Medicamento sai com o lote (rejeição 873): informe lots, com número, quantidade e datas.';
  return [{ code: 'validation_error', path: `${path}.lots`, message }];
}
