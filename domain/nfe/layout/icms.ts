import type { IcmsAmounts } from '../../taxation/amounts.ts';
import { field, group } from '../../xml/writer.ts';
import { icmsGroups } from './icms-groups.ts';

/**
 * Group N: the ICMS of one line, in the group of its situation.
 *
 * @throws TypeError where the layout has no group for the situation; taxation refuses such a situation earlier
 */
export function layoutIcms(icms: IcmsAmounts): string {
  const found = icmsGroups.get(icms.situation);
  if (!found) throw new TypeError(`No ICMS group carries the situation ${JSON.stringify(icms.situation)}`);
  return group(
    'ICMS', // N01
    group(
      found.tag,
      field('orig', icms.origin), // N11
      field(icms.situation.length === 3 ? 'CSOSN' : 'CST', icms.situation), // N12a, N12
      ...found.fields.map(([name, source]) => field(name, icms[source])),
    ),
  );
}
