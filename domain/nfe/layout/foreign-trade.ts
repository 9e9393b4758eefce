import type { ComputedItem, ComputedNote } from '../../documents/computed-note.ts';
import {
  type ImportAddition,
  type ImportDeclaration,
  importIntermediations,
  importTransportModes,
} from '../../documents/trade.ts';
import { field, group, taxIdField } from '../../xml/writer.ts';

/** Groups I01 and I03 of a line: declarations of import, drawback acts and indirect exports. */
export function layoutForeignTrade({ importDeclarations, drawbacks, indirectExport }: ComputedItem): string {
  return [
    ...(importDeclarations ?? []).map(layoutDeclaration),
    ...(drawbacks ?? []).map((act) => group('detExport', field('nDraw', act))), // I50, I51
    ...(indirectExport ?? []).map(({ registration, accessKey, quantity }) =>
      group(
        'detExport', // I50
        group(
          'exportInd', // I52
          field('nRE', registration), // I53
          field('chNFe', accessKey), // I54
          field('qExport', quantity), // I55
        ),
      ),
    ),
  ].join('');
}

function layoutDeclaration(declaration: ImportDeclaration): string {
  const { thirdPartyTaxId } = declaration;
  return group(
    'DI', // I18
    field('nDI', declaration.number), // I19
    field('dDI', declaration.date), // I20
    field('xLocDesemb', declaration.clearancePlace), // I21
    field('UFDesemb', declaration.clearanceState), // I22
    field('dDesemb', declaration.clearanceDate), // I23
    field('tpViaTransp', importTransportModes[declaration.transportMode]), // I23a
    field('vAFRMM', declaration.afrmm), // I23b
    field('tpIntermedio', importIntermediations[declaration.intermediation]), // I23c
    thirdPartyTaxId ? taxIdField(thirdPartyTaxId) : '', // I23d
    field('UFTerceiro', declaration.thirdPartyState), // I23e
    field('cExportador', declaration.exporterCode), // I24
    ...declaration.additions.map(layoutAddition),
  );
}

function layoutAddition({ number, sequence, manufacturerCode, discount, drawback }: ImportAddition): string {
  return group(
    'adi', // I25
    field('nAdicao', number?.toFixed(0)), // I26
    field('nSeqAdic', sequence.toFixed(0)), // I27
    field('cFabricante', manufacturerCode), // I28
    field('vDescDI', positive(discount)), // I29
    field('nDraw', drawback), // I29a
  );
}

/** The amount, or null for zero, which TDec_1302Opc does not have. */
function positive(amount: string | null | undefined): string | null {
  return amount && !/^[0.]*$/.test(amount) ? amount : null;
}

/** Group P: import tax of a line. */
export function layoutImportTax({ importTax }: ComputedItem): string {
  if (!importTax) return '';
  return group(
    'II', // P01
    field('vBC', importTax.base), // P02
    field('vDespAdu', importTax.customsExpenses), // P03
    field('vII', importTax.value), // P04
    field('vIOF', importTax.iof), // P05
  );
}

/** Group ZA: where exported goods leave the country. */
export function layoutExport({ export: places }: ComputedNote): string {
  return group(
    'exporta', // ZA01
    field('UFSaidaPais', places?.exitState), // ZA02
    field('xLocExporta', places?.exitPlace), // ZA03
    field('xLocDespacho', places?.dispatchPlace), // ZA04
  );
}
