import type { EntityManager } from '../../../config/orm.ts';
import { type DocumentType, traitsOf } from '../../../domain/document-types.ts';
import type { ActingCompany } from '../../../operations/acting.ts';
import { findFiscalTemplates } from '../../../operations/records/fiscal-templates.ts';
import { namedRecords, withDefaultTemplate } from '../../../operations/records/named-records.ts';
import { findTaxRules } from '../../../operations/records/tax-rules.ts';
import type { Choice, Field } from '../../forms/fields.ts';
import type { SaleFields } from './fields.ts';
import type { FieldTexts } from '../../forms/rows.ts';
import { rowsOf } from './rows.ts';

/** What the company can choose from: fiscal templates and tax rules, each by its name. */
export type SaleChoices = { templates: readonly Choice[]; rules: readonly Choice[] };

const most = { limit: 200, offset: 0 };

/** The newest templates and rules for this type of document, and those that the sale names, even removed ones. `em` sees one company. */
export async function saleChoices(
  em: EntityManager,
  { id, settings }: ActingCompany,
  type: DocumentType,
  written: FieldTexts,
): Promise<SaleChoices> {
  const { taxedAs } = traitsOf[type];
  const naming = { type, ...namedIn(written) };
  const named = await namedRecords(em, id, withDefaultTemplate(naming, settings));
  const [templates] = await findFiscalTemplates(em, { type: taxedAs }, most);
  const [rules] = await findTaxRules(em, { model: taxedAs, isActive: true }, most);
  const usual = naming.templateId ? null : named.template;
  const used = [naming.taxRuleId, ...naming.items.map(({ taxRuleId }) => taxRuleId)];
  return {
    templates: [
      ['', usual ? `O de costume: ${usual.name}` : 'Nenhum'],
      ...byName(templates, [usual ? null : named.template]),
    ],
    rules: byName(
      rules,
      used.map((ruleId) => named.rules(ruleId)),
    ),
  };
}

function namedIn(written: FieldTexts): {
  templateId: string | null;
  taxRuleId: string | null;
  items: { productId: string | null; taxRuleId: string | null }[];
} {
  return {
    templateId: written['templateId'] || null,
    taxRuleId: written['taxRuleId'] || null,
    items: rowsOf(written, 'items').map(({ taxRuleId }) => ({ productId: null, taxRuleId: taxRuleId || null })),
  };
}

type Named = { id: string; name: string };

function byName(listed: readonly Named[], used: readonly (Named | null | undefined)[]): Choice[] {
  const all = new Map([...listed, ...used].flatMap((each) => (each ? [[each.id, each.name] as const] : [])));
  return [...all].toSorted(([, one], [, other]) => one.localeCompare(other, 'pt-BR'));
}

/** The same fields with the company's choices put in; a field without any choice is left out. */
export function withChoices({ first, more, ...others }: SaleFields, choices: SaleChoices): SaleFields {
  const filledIn = (fields: readonly Field[]) => fields.flatMap((field) => offered(field, choices));
  return { ...others, first: filledIn(first), more: filledIn(more) };
}

function offered(field: Field, { templates, rules }: SaleChoices): Field[] {
  const { name } = field;
  if (name === 'templateId') return templates.length > 1 ? [{ ...field, choices: templates }] : [];
  if (!name.endsWith('taxRuleId')) return [field];
  const none: Choice = ['', name === 'taxRuleId' ? 'A de cada produto' : 'A da venda ou do produto'];
  return rules.length > 0 ? [{ ...field, choices: [none, ...rules] }] : [];
}
