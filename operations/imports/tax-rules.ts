import { isDeepStrictEqual } from 'node:util';
import { v7 as uuid } from 'uuid';
import type { EntityManager } from '../../config/orm.ts';
import { checkTexts } from '../../domain/check-texts.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import type { CompanySettings } from '../../domain/companies/settings.ts';
import { refuseAny } from '../../domain/faults.ts';
import { lineColumn, recordIn, lineText } from '../../domain/imports/line.ts';
import type { RowValues } from '../../domain/imports/rows.ts';
import { normalizeSubRules } from '../../domain/tax-rules/normalize.ts';
import { TaxRule } from '../../domain/tax-rules/tax-rule.entity.ts';
import type { ImportedShapes, KindBatch, ImportedRecordKind } from './kind.ts';
import { recordsByName } from './records-by-name.ts';

type NewRule = Pick<TaxRule, 'id' | 'name' | 'model' | 'isActive' | 'nfeTaxRules' | 'nfseTaxRules'>;
type Owner = Pick<Company, 'id'> & { settings?: CompanySettings | null | undefined };

const keyOf = ({ model, name }: Pick<TaxRule, 'model' | 'name'>): string => `${model} ${name}`;

/** Imports tax rules with their sub-rules, identified by model and name. */
export function taxRuleKind(company: Owner, { taxRule }: ImportedShapes): ImportedRecordKind<NewRule, TaxRule> {
  return {
    name: 'tax-rules',
    form: 'LINES',
    columns: [lineColumn],
    keyField: 'name',
    required: [],
    keyOf: (values) => {
      const [model, name] = [lineText(values, 'model'), lineText(values, 'name').trim()];
      return (model === 'NFE' || model === 'NFSE') && name !== '' && checkTexts({ name }).length === 0
        ? keyOf({ model, name })
        : '';
    },
    batch: (em) => ruleBatch(em, company, taxRule),
  };
}

function ruleBatch(
  em: EntityManager,
  { id: company, settings = null }: Owner,
  shapes: ImportedShapes['taxRule'],
): KindBatch<NewRule, TaxRule> {
  const rules = recordsByName<NewRule, TaxRule>(em, {
    of: { kind: 'tax-rules', company },
    keyOf,
    named: (names, lockMode) =>
      em.find(TaxRule, { name: { $in: names }, deletedAt: null }, { orderBy: { id: 'asc' }, lockMode }),
    make: (record) => void em.create(TaxRule, { ...record, company }),
  });
  return {
    find: rules.find,
    insert: rules.insert,

    async create(values) {
      const { name, model, isActive, ...given } = shapes.creation(bodyIn(values));
      const { nfeTaxRules = [], nfseTaxRules = [] } = normalizeSubRules(model, given, settings);
      return { id: uuid(), name: name.trim(), model, isActive: isActive ?? true, nfeTaxRules, nfseTaxRules };
    },

    async change(kept, values) {
      rules.refuseDoubled(kept);
      const { isActive, ...given } = shapes.changes(bodyIn(values));
      const changed = { isActive, ...normalizeSubRules(kept.model, given, settings) };
      const said = Object.entries(changed).filter(([, value]) => value !== undefined);
      const isSame = said.every(([name, value]) => isDeepStrictEqual(kept[name as keyof typeof changed], value));
      if (!isSame) em.assign(kept, Object.fromEntries(said));
      return !isSame;
    },
  };
}

/** @throws DomainError where the line is no record, or has a text that cannot be stored */
function bodyIn(values: RowValues): Record<string, unknown> {
  const body = recordIn(values);
  refuseAny(checkTexts(body));
  return body;
}
