import type { NormalTemplate } from './normal-template.ts';
import set from './starter-set.json' with { type: 'json' };
import { readTemplateSet } from './template-set.ts';

/** The templates that come with Lavra: sale, interstate sale, bonus, transfer and service. */
export function starterSet(): NormalTemplate[] {
  return readTemplateSet(set);
}
