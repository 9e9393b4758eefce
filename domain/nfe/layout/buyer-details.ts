import type { ComputedItem, ComputedNote } from '../../documents/computed-note.ts';
import { field, group } from '../../xml/writer.ts';

/** Group I05 of a line: the buyer's order. */
export function layoutOrderOfItem({ purchaseOrder }: ComputedItem): string {
  return field('xPed', purchaseOrder?.number) + field('nItemPed', purchaseOrder?.item?.toFixed(0)); // I60, I61
}

/** Group I80 of a line: its batches. */
export function layoutLots({ lots }: ComputedItem): string {
  return (lots ?? [])
    .map(({ number, quantity, manufacturedOn, expiresOn, aggregation }) =>
      group(
        'rastro', // I80
        field('nLote', number), // I81
        field('qLote', quantity), // I82
        field('dFab', manufacturedOn), // I83
        field('dVal', expiresOn), // I84
        field('cAgreg', aggregation), // I85
      ),
    )
    .join('');
}

/** Group K of a line: a medicine. */
export function layoutMedicine({ medicine }: ComputedItem): string {
  return group(
    'med', // K01
    field('cProdANVISA', medicine?.anvisaCode), // K01a
    field('xMotivoIsencao', medicine?.exemptionReason), // K01b
    field('vPMC', medicine?.maxPrice), // K06
  );
}

/** Group YB: the marketplace that the sale was made through. */
export function layoutMarketplace({ marketplace }: ComputedNote): string {
  return group(
    'infIntermed', // YB01
    field('CNPJ', marketplace?.taxId), // YB02
    field('idCadIntTran', marketplace?.sellerId), // YB03
  );
}

/** Group ZB: the buyer's order of the whole note. */
export function layoutOrder({ purchaseOrder }: ComputedNote): string {
  return group(
    'compra', // ZB01
    field('xNEmp', purchaseOrder?.commitment), // ZB02
    field('xPed', purchaseOrder?.number), // ZB03
    field('xCont', purchaseOrder?.contract), // ZB04
  );
}
