import { cfopOfPurpose, levelOfPurpose } from '../adjustments.ts';
import { cfopOnRoute } from '../cfop.ts';
import { taxFieldNames, type TaxFields } from '../fields.ts';
import { cfopOfServices, levelOfService } from '../issqn.ts';
import type { Operation } from '../operation.ts';
import { type ChooseSubRule, type NfeSubRule, subRuleChooser } from './choose-sub-rule.ts';
import {
  type ProductCfops,
  type RuleRecord,
  type TaxedBy,
  taxedBy,
  type TaxedProduct,
  type TaxRecords,
} from './records.ts';
import { resolveField, type TaxLevel } from './resolve.ts';

/** What the taxes of lines are resolved from: the items as the caller sent them, the records that they name, and the company's defaults. */
export type LevelSources = {
  items: (TaxFields & { issqn?: object | null })[];
  records: TaxRecords | undefined;
  company: TaxFields;
};

/** The levels of one line in the order in which they win, and the records that they come from. */
export type LineLevels = { levels: TaxLevel[]; taxedBy: TaxedBy };

/**
 * The levels of the resolution for each item, in the items' order (docs/taxation.md). A CFOP that is not the item's own is adapted to the operation's
 * route; the CFOP that wins chooses the sub-rule. A note of credit or debit leaves out what holds only for sales.
 */
export function levelsOf({ items, records, company }: LevelSources, operation: Operation): LineLevels[] {
  const below: TaxLevel[] = [
    ...(records?.template
      ? [{ source: 'TEMPLATE', fields: onRoute(records.template.fields, operation) } satisfies TaxLevel]
      : []),
    { source: 'COMPANY', fields: onRoute(company, operation) },
  ];
  const hearing = (of: Operation) => (level: TaxLevel) =>
    levelOfService(levelOfDirection(levelOfPurpose(level, of), of), of);
  const ofGoods = { operation, heard: hearing(operation), below: below.map(hearing(operation)) };
  const service = { ...operation, isService: true };
  const ofServices = { operation: service, heard: hearing(service), below: below.map(hearing(service)) };
  const chooserOf = chooserOfNote(operation);
  return items.map((item, index) => {
    const { taxRule = null, product = null } = records?.items[index] ?? {};
    const { heard, ...of } = item.issqn ? ofServices : ofGoods;
    const own: TaxLevel = { source: 'ITEM', fields: item };
    const inherited = [...(product ? [heard(productLevel(product, operation))] : []), ...of.below];
    const cfop = resolveField([own, ...inherited], 'cfop')?.value ?? defaultCfop(of.operation);
    const chosen = taxRule && chooserOf(taxRule)(cfop);
    return {
      levels: [own, ...(chosen ? [heard({ source: 'TAX_RULE', fields: chosen.fields })] : []), ...inherited],
      taxedBy: taxedBy({ taxRule, product }, chosen, records?.template ?? null),
    };
  });
}

/** The CFOP of a line if no level gives one. */
function defaultCfop(operation: Operation): string {
  return (operation.isService ? cfopOfServices(operation) : cfopOfPurpose(operation)) ?? '';
}

/** Reads each rule once for the whole note, however many lines name it. */
function chooserOfNote(operation: Operation): (rule: RuleRecord<NfeSubRule>) => ChooseSubRule {
  const choosers = new Map<string, ChooseSubRule>();
  return ({ id, subRules }) => {
    const chooser = choosers.get(id) ?? subRuleChooser(subRules, operation);
    choosers.set(id, chooser);
    return chooser;
  };
}

function productLevel({ taxation }: TaxedProduct, operation: Operation): TaxLevel {
  return { source: 'PRODUCT', fields: { ...taxation.fields, cfop: productCfop(taxation.cfops, operation) } };
}

/** The product's CFOP for the route, else its internal CFOP adapted to the route; null on entries, because a product's CFOPs are those of sales. */
function productCfop(cfops: ProductCfops, operation: Operation): string | null {
  if (operation.direction === 'IN') return null;
  return cfopForRoute(cfops, operation) ?? (cfops.internalCfop && cfopOnRoute(cfops.internalCfop, operation));
}

/** A MEI sells to non-taxpayers in other states with the CFOP for taxpayers (NT 2024.001 v1.20, N12a-90). */
function cfopForRoute(cfops: ProductCfops, { destination, taxpayerType, regime }: Operation): string | null {
  switch (destination) {
    case '1':
      return cfops.internalCfop;
    case '2':
      return taxpayerType === 'NAO_CONTRIBUINTE' && regime !== 'MEI'
        ? cfops.interstateNonContributor
        : cfops.interstateContributor;
    case '3':
      return cfops.exportCfop;
  }
}

function onRoute(fields: TaxFields, operation: Operation): TaxFields {
  return fields.cfop ? { ...fields, cfop: cfopOnRoute(fields.cfop, operation) } : fields;
}

/** Situations of PIS and COFINS of sales (table 4.3.3 of EFD-Contribuições); 49 is that of other goods that leave. */
const ofSales = /^0[1-9]$/;
const ofExits = /^(0[1-9]|49)$/;
const contributions = [
  { situation: 'pisSituation', rate: 'pisRate' },
  { situation: 'cofinsSituation', rate: 'cofinsRate' },
] as const;

/**
 * What a level gives for PIS and COFINS where goods enter or are given back. Rule, product and company describe sales: their situations of sales,
 * with the rates, are dropped, so that those of the table hold (98 and 49). Item and template are meant for this note, and stay.
 */
function levelOfDirection(level: TaxLevel, { direction, purpose }: Operation): TaxLevel {
  const { source, fields } = level;
  if (source === 'ITEM' || source === 'TEMPLATE' || (direction === 'OUT' && purpose !== 'RETURN')) return level;
  const strange = direction === 'IN' ? ofExits : ofSales;
  const passedOver = new Set<string>(
    contributions.flatMap(({ situation, rate }) => {
      const code = fields[situation];
      return !code || strange.test(code) ? [situation, rate] : [];
    }),
  );
  const taken: TaxFields = {};
  for (const name of taxFieldNames) if (fields[name] && !passedOver.has(name)) taken[name] = fields[name];
  return { source, fields: taken };
}
