import type { TaxSource } from '../fields.ts';
import type { TaxedBy } from './records.ts';

/** In Portuguese, the record that filled a field, for a sentence like "veio de ..."; null where the caller or a table said it. */
export function sourceInWords(source: TaxSource, { taxRule, product, template }: TaxedBy): string | null {
  switch (source) {
    case 'TAX_RULE':
      return taxRule && `da regra de tributação ${quoted(taxRule.name)}, sub-regra ${taxRule.subRule ?? 0}`;
    case 'PRODUCT':
      return product && `do produto ${quoted(product.name)}`;
    case 'TEMPLATE':
      return template && `do modelo fiscal ${quoted(template.name)}`;
    case 'COMPANY':
      return 'da tributação padrão da empresa';
    case 'ITEM':
    case 'TABLE':
      return null;
  }
}

function quoted(name: string): string {
  return `"${name}"`;
}
