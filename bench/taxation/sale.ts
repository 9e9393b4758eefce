import type { NoteInput } from '../../domain/documents/compute/operation.ts';
import type { ItemInput } from '../../domain/documents/payload.ts';
import type { NfeSubRule } from '../../domain/taxation/levels/choose-sub-rule.ts';
import type { TaxRecords } from '../../domain/taxation/levels/records.ts';
import { issuer, recipient } from '../../tests/support/samples/notes.ts';

/** The most lines that a note can have. */
export const lineCount = 990;
const states = [
  'AC',
  'AL',
  'AM',
  'AP',
  'BA',
  'CE',
  'DF',
  'ES',
  'GO',
  'MA',
  'MG',
  'MS',
  'MT',
  'PA',
  'PB',
  'PE',
  'PI',
  'PR',
];

const taxes = {
  icmsOrigin: '0',
  icmsSituation: '00',
  icmsRate: '18.0000',
  pisSituation: '01',
  pisRate: '1.6500',
  cofinsSituation: '01',
  cofinsRate: '7.6000',
  ibsCbsSituation: '000',
  ibsCbsClassification: '000001',
};
const goods = { ncm: '19012090', cfop: '5102' };

/** A sale whose lines have all their tax fields themselves. */
export const byItem: NoteInput = saleOf((line) => ({ ...line, ...goods, ...taxes }));

/** The same sale with a product on each line; all share a template and a rule whose last sub-rule applies to them. */
export const byRecords: NoteInput = { ...saleOf((line) => line), records: recordsOf() };

function saleOf(complete: (line: ItemInput) => ItemInput): NoteInput {
  const items = Array.from({ length: lineCount }, (_, index) =>
    complete({
      code: `P-${index + 1}`,
      description: `Pão de queijo congelado, pacote de ${index + 1} kg`,
      quantity: `${(index % 40) + 1}`,
      unitValue: `${(index % 90) + 1}.${(index % 89) + 10}`,
    }),
  );
  const payload = { type: 'NFE', operationNature: 'Venda de mercadoria', items } as const;
  return { issuer, client: recipient, payload: { ...payload, items }, on: new Date('2026-11-21T12:30:00Z') };
}

function recordsOf(): TaxRecords {
  const { icmsSituation, icmsRate, pisSituation, pisRate, ...ofProduct } = taxes;
  const ofRule = { icmsSituation, icmsRate, pisSituation, pisRate };
  const cfops = {
    internalCfop: goods.cfop,
    interstateContributor: null,
    interstateNonContributor: null,
    exportCfop: null,
  };
  const taxRule = { id: 'rule', name: 'Vendas', subRules: [...subRulesForOthers(499), subRule({ fields: ofRule })] };
  return {
    items: Array.from({ length: lineCount }, (_, index) => ({
      taxRule,
      product: {
        id: `product-${index}`,
        name: `Produto ${index}`,
        taxation: { cfops, fields: { ncm: goods.ncm, ...ofProduct } },
      },
    })),
    template: { id: 'template', name: 'Venda', fields: { cfop: '5102', icmsOrigin: '0', icmsSituation: '00' } },
  };
}

/** Sub-rules for other states, and for operations that no line has. */
function subRulesForOthers(count: number): NfeSubRule[] {
  return Array.from({ length: count }, (_, index) =>
    index % 2 === 0
      ? subRule({ states: [states[index % states.length] ?? 'AC'] })
      : subRule({ cfops: [`5${String(200 + (index % 700))}`] }),
  );
}

function subRule(fields: Partial<NfeSubRule>): NfeSubRule {
  return { states: [], clientTypes: [], cfops: [], fields: { icmsSituation: '41' }, ...fields };
}
