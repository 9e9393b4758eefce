import { expect, test } from 'vitest';
import fc from 'fast-check';
import { computeNote } from '../../../../domain/documents/compute/note.ts';
import type { NoteInput } from '../../../../domain/documents/compute/operation.ts';
import type { ComputedItem, ComputedNote } from '../../../../domain/documents/computed-note.ts';
import { DomainError } from '../../../../domain/errors.ts';
import { decimal, money, sum } from '../../../../domain/money.ts';
import { layoutNfe } from '../../../../domain/nfe/layout/inf-nfe.ts';
import { taxFieldNames, type TaxFields, type TaxSource } from '../../../../domain/taxation/fields.ts';
import { identity } from '../../../support/samples/notes.ts';
import { randomSale } from '../../../support/samples/random-sale.ts';

/** Parameters of the ICMS that each situation may use, from the layout's groups (MOC 7.0 Anexo I, N02 to N10h); all have orig and code. */
const st = ['icmsStModBc', 'icmsStMva', 'icmsStRate', 'icmsStRedBc', 'fcpStRate'];
const exemption = ['icmsExemptedRate', 'icmsExemptionReason', 'icmsExemptionDeducted'];
const uses: Record<string, string[]> = {
  '00': ['icmsRate', 'fcpRate'],
  '02': ['icmsMonoRate'],
  '10': ['icmsRate', 'fcpRate', ...st],
  '20': ['icmsRate', 'icmsRedBc', 'fcpRate', ...exemption],
  '30': [...st, ...exemption],
  '40': exemption,
  '41': exemption,
  '50': exemption,
  '51': ['icmsRate', 'icmsRedBc', 'icmsDeferralRate'],
  '53': ['icmsMonoRate', 'icmsDeferralRate'],
  '60': ['fcpRate'],
  '61': ['icmsMonoRate'],
  '70': ['icmsRate', 'icmsRedBc', 'fcpRate', ...st, ...exemption],
  '90': ['icmsRate', 'icmsRedBc', 'fcpRate', ...st, ...exemption],
  '101': ['icmsSnCreditRate'],
  '102': [],
  '103': [],
  '201': ['icmsRate', 'icmsSnCreditRate', ...st],
  '202': ['icmsRate', ...st],
  '203': ['icmsRate', ...st],
  '300': [],
  '400': [],
  '500': [],
  '900': ['icmsRate', 'icmsRedBc', 'icmsSnCreditRate', ...st],
};
const withRate = new Set(['01', '02', '49', '99']);

test('no parameter that the chosen code does not use survives', () => {
  holds(({ items }) => {
    for (const { taxation } of items) {
      const names = Object.keys(taxation).filter((name) => /^(icms|fcp)/.test(name) && !/Origin|Situation/.test(name));
      const used = uses[taxation.icmsSituation?.value ?? ''] ?? [];
      expect(names.filter((name) => !used.includes(name))).toEqual([]);
      expect('pisRate' in taxation && !withRate.has(taxation.pisSituation?.value ?? '')).toBe(false);
      expect('cofinsRate' in taxation && !withRate.has(taxation.cofinsSituation?.value ?? '')).toBe(false);
      expect('ipiRate' in taxation && !['50', '99'].includes(taxation.ipiSituation?.value ?? '')).toBe(false);
    }
  });
});

test('no amount that is printed is below zero', () => {
  holds((note) => {
    const { infNFe } = layoutNfe(note, identity);
    expect(infNFe).not.toMatch(/<v\w+>-/);
  });
});

test('every total is the sum of what the lines print, and the note is worth its lines', () => {
  holds(({ items, totals }) => {
    const added = (pick: (item: ComputedItem) => string | null | undefined) =>
      money(sum(items.map((item) => decimal(pick(item)))));
    expect(totals.fcp).toBe(added(({ icms }) => icms?.fcpValue));
    expect(totals.stBase).toBe(added(({ icms }) => icms?.stBase));
    expect(totals.fcpDestination ?? '0.00').toBe(added(({ difal }) => difal?.fcpValue));
    expect(totals.icmsDestination ?? '0.00').toBe(added(({ difal }) => difal?.destinationValue));
    expect(totals.ibsCbs?.base ?? '0.00').toBe(added(({ ibsCbs }) => ibsCbs?.amounts?.base));
    expect(totals.ibsCbs?.cbsDeferred ?? '0.00').toBe(added(({ ibsCbs }) => ibsCbs?.amounts?.cbsDeferredValue));
    const plus = [
      totals.products,
      totals.freight,
      totals.insurance,
      totals.otherCosts,
      totals.ipi,
      totals.st,
      totals.fcpSt,
    ];
    expect(totals.icmsExempted).toBe(added(({ icms }) => icms?.exemptedValue));
    const deducted = added(({ icms }) => (icms?.exemptionDeducted === '1' ? icms.exemptedValue : null));
    const minus = [totals.discount, deducted].map(decimal);
    expect(totals.note).toBe(money(sum(plus.map(decimal)).minus(sum(minus))));
  });
});

test('a field comes from the first level that says it, unless that level says it of another code (decision 22)', () => {
  holds(({ items }, sale) => {
    for (const [index, { taxation }] of items.entries()) {
      for (const { tax, name } of fieldsOfTaxes) {
        const resolved = taxation[name];
        if (!resolved || resolved.source === 'TABLE') continue;
        const chosen = taxation[`${tax}Situation`]?.value ?? '';
        const isOverruled = (level: TaxFields) =>
          (openCodes.has(chosen) || name.startsWith('icmsExempt')) &&
          name !== `${tax}Situation` &&
          ![chosen, undefined].includes(level[`${tax}Situation`] ?? undefined);
        const first = levelsOf(sale, index).find(({ fields }) => fields[name] && !isOverruled(fields));
        expect({ name, ...resolved }).toEqual({ name, source: first?.source, value: first?.fields[name] });
      }
    }
  });
});

const openCodes = new Set(['90', '900', '49', '99']);
const fieldsOfTaxes = (['icms', 'pis', 'cofins', 'ipi'] as const).flatMap((tax) =>
  taxFieldNames.filter((name) => name.startsWith(tax) && !/Origin|Framework/.test(name)).map((name) => ({ tax, name })),
);

function levelsOf({ payload, records, issuer }: NoteInput, index: number): { source: TaxSource; fields: TaxFields }[] {
  const { taxRule, product } = records?.items[index] ?? {};
  return [
    { source: 'ITEM', fields: payload.items[index] ?? {} },
    { source: 'TAX_RULE', fields: taxRule?.subRules[0]?.fields ?? {} },
    { source: 'PRODUCT', fields: product?.taxation.fields ?? {} },
    { source: 'TEMPLATE', fields: records?.template?.fields ?? {} },
    { source: 'COMPANY', fields: issuer.settings.taxDefaults },
  ];
}

/** Checks an expectation on every random sale that can be computed; combinations of levels that are impossible are refused with their code. */
function holds(expectation: (note: ComputedNote, sale: NoteInput) => void): void {
  fc.assert(
    fc.property(randomSale, (sale) => {
      const note = computed(sale);
      fc.pre(note !== null);
      expectation(note, sale);
    }),
    { numRuns: 100 },
  );
}

function computed(sale: NoteInput): ComputedNote | null {
  try {
    return computeNote(sale);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'invalid_taxation') return null;
    throw error;
  }
}
