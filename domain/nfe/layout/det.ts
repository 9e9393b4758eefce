import { itemTotal } from '../../documents/compute/totals.ts';
import type { ComputedItem, ComputedNote } from '../../documents/computed-note.ts';
import { element, field, group } from '../../xml/writer.ts';
import type { NoteIdentity } from '../identity.ts';
import { layoutImportTax } from './foreign-trade.ts';
import { layoutIbsCbs } from './ibs-cbs.ts';
import { layoutDifal } from './icms-uf-dest.ts';
import { layoutIcms } from './icms.ts';
import { layoutIpi } from './ipi.ts';
import { layoutCofins, layoutPis } from './pis-cofins.ts';
import { layoutProd } from './prod.ts';

/** Group H: one line of the note. */
export function layoutDet(item: ComputedItem, note: ComputedNote, identity: NoteIdentity): string {
  return element(
    'det',
    { nItem: String(item.number) }, // H02
    layoutProd(item, note, identity),
    group(
      'imposto', // M01
      field('vTotTrib', item.approximateTaxes?.value), // M02
      item.icms ? layoutIcms(item.icms) : '',
      item.ipi ? layoutIpi(item.ipi) : '',
      layoutImportTax(item),
      item.pis ? layoutPis(item.pis) : '',
      item.cofins ? layoutCofins(item.cofins) : '',
      item.difal ? layoutDifal(item.difal) : '',
      item.ibsCbs ? layoutIbsCbs(item.ibsCbs) : '',
    ),
    item.returnedIpi ? layoutReturnedIpi(item.returnedIpi) : '',
    field('infAdProd', item.additionalInfo), // V01
    field('vItem', note.totals.ibsCbs && itemTotal(item)), // VB01
    group(
      'DFeReferenciado', // VC01
      field('chaveAcesso', item.referencedItem?.accessKey), // VC02
      field('nItem', item.referencedItem?.number?.toString()), // VC03
    ),
  );
}

/** Group UA: how much of the goods comes back, and their IPI. */
function layoutReturnedIpi({ percentage, value }: NonNullable<ComputedItem['returnedIpi']>): string {
  return group(
    'impostoDevol', // UA01
    field('pDevol', percentage), // UA02
    group('IPI', field('vIPIDevol', value)), // UA03, UA04
  );
}
