import type { ComputedFuel } from '../../documents/fuel.ts';
import { stateCode } from '../../states.ts';
import { field, group } from '../../xml/writer.ts';

/** Group LA: what is particular to fuels and lubricants (NT 2023.001 v1.60). */
export function layoutComb(fuel: ComputedFuel): string {
  const { cide, meter } = fuel;
  return group(
    'comb', // LA01
    field('cProdANP', fuel.anpCode), // LA02
    field('descANP', fuel.description), // LA03
    field('pGLP', fuel.glpPercent), // LA03a
    field('pGNn', fuel.nationalGasPercent), // LA03b
    field('pGNi', fuel.importedGasPercent), // LA03c
    field('vPart', fuel.startingValue), // LA03d
    field('CODIF', fuel.codif), // LA04
    field('qTemp', fuel.temperatureQuantity), // LA05
    field('UFCons', fuel.consumptionState), // LA06
    group(
      'CIDE', // LA07
      field('qBCProd', cide?.quantity), // LA08
      field('vAliqProd', cide?.rate), // LA09
      field('vCIDE', cide?.value), // LA10
    ),
    group(
      'encerrante', // LA11
      field('nBico', meter?.nozzle), // LA12
      field('nBomba', meter?.pump), // LA13
      field('nTanque', meter?.tank), // LA14
      field('vEncIni', meter?.start), // LA15
      field('vEncFin', meter?.end), // LA16
    ),
    field('pBio', fuel.biodieselPercent), // LA17
    ...fuel.origins.map(({ imported, state, percent }) =>
      group(
        'origComb', // LA18
        field('indImport', imported ? '1' : '0'), // LA19
        field('cUFOrig', stateCode(state)), // LA20
        field('pOrig', percent), // LA21
      ),
    ),
  );
}
