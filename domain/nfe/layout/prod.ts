import type { ComputedItem, ComputedNote } from '../../documents/computed-note.ts';
import { field, group } from '../../xml/writer.ts';
import type { NoteIdentity } from '../identity.ts';
import { layoutLots, layoutMedicine, layoutOrderOfItem } from './buyer-details.ts';
import { layoutComb } from './comb.ts';
import { layoutForeignTrade } from './foreign-trade.ts';

/** Printed in place of the first item's description on an NFC-e of homologation (rule I04-10, 373). */
const homologationDescription = 'NOTA FISCAL EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL';

/** Group I: what is sold. Taxable unit and quantity are the commercial ones where the line has no others. */
export function layoutProd(item: ComputedItem, { model }: ComputedNote, { environment }: NoteIdentity): string {
  const hidesDescription = model === '65' && environment === 'HOMOLOGATION' && item.number === 1;
  const gtin = item.gtin ?? 'SEM GTIN';
  const taxable = item.taxable ?? item;
  return group(
    'prod',
    field('cProd', item.code), // I02
    field('cEAN', gtin), // I03
    field('xProd', hidesDescription ? homologationDescription : item.description), // I04
    field('NCM', item.ncm), // I05
    field('CEST', item.cest), // I05c
    field('cBenef', item.benefitCode), // I05f
    group(
      'gCred', // I05g
      field('cCredPresumido', item.presumedCredit?.code), // I05h
      field('pCredPresumido', item.presumedCredit?.rate), // I05i
      field('vCredPresumido', item.presumedCredit?.value), // I05j
    ),
    field('CFOP', item.cfop), // I08
    field('uCom', item.unit), // I09
    field('qCom', item.quantity), // I10
    field('vUnCom', item.unitValue), // I10a
    field('vProd', item.total), // I11
    field('cEANTrib', gtin), // I12
    field('uTrib', taxable.unit), // I13
    field('qTrib', taxable.quantity), // I14
    field('vUnTrib', taxable.unitValue), // I14a
    field('vFrete', item.freight), // I15
    field('vSeg', item.insurance), // I16
    field('vDesc', item.discount), // I17
    field('vOutro', item.otherCosts), // I17a
    field('indTot', '1'), // I17b
    layoutForeignTrade(item),
    layoutOrderOfItem(item),
    layoutLots(item),
    layoutMedicine(item),
    item.fuel ? layoutComb(item.fuel) : '',
  );
}
