import type { ItemInput } from '../../domain/documents/payload.ts';
import type { ComputedItem } from '../../domain/nfe/note.ts';
import type { Schema } from '../operations.ts';
import { taxTraceView } from './tax-trace.ts';

/** A computed line with every amount of its taxes; `asked` is what it was computed from. */
export function previewItem(line: ComputedItem, asked: ItemInput | undefined): Schema<'PreviewItem'> {
  const { total, taxedBy = unknown, ...item } = line;
  const { productId = null, taxRuleId = null } = asked ?? {};
  return { ...item, totalValue: total, productId, taxRuleId, taxation: taxTraceView(line.taxation), taxedBy };
}

const unknown = { taxRule: null, product: null, template: null };
