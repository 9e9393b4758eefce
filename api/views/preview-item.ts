import type { ItemInput } from '../../domain/documents/payload.ts';
import type { ComputedItem, IcmsAmounts } from '../../domain/nfe/note.ts';
import type { Schema } from '../operations.ts';
import { taxTraceView } from './tax-trace.ts';

/** A computed line with every amount of its taxes, in the order in which one reads it; `asked` is what it was computed from. */
export function previewItem(line: ComputedItem, asked: ItemInput | undefined): Schema<'PreviewItem'> {
  const { number, code, gtin, description, ncm, cest, cfop, unit, quantity, unitValue, total, ...rest } = line;
  const { icms, taxation, taxedBy = unknown, referencedItem = null, ...amounts } = rest;
  const { productId = null, taxRuleId = null } = asked ?? {};
  return {
    ...{ number, code, description, productId, taxRuleId, gtin, ncm, cest, cfop },
    ...{ unit, quantity, unitValue, totalValue: total },
    taxedBy,
    taxation: taxTraceView(taxation),
    icms: icms && icmsView(icms),
    referencedItem,
    ...amounts,
  };
}

/** Origin and situation first. */
function icmsView({ origin, situation, ...amounts }: IcmsAmounts): Schema<'PreviewIcms'> {
  return { origin, situation, ...amounts };
}

const unknown = { taxRule: null, product: null, template: null };
