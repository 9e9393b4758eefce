import type { ComputedSugarCane } from '../../documents/sugar-cane.ts';
import { element, field, group } from '../../xml/writer.ts';

/** Group ZC: sugar cane that a supplier delivered in a month. */
export function layoutSugarCane(cane: ComputedSugarCane): string {
  const [year = '', month = ''] = cane.month.split('-');
  return group(
    'cana', // ZC01
    field('safra', cane.harvest), // ZC02
    field('ref', `${month}/${year}`), // ZC03
    ...cane.deliveries.map(
      ({ day, kilograms }) => element('forDia', { dia: String(day) }, field('qtde', kilograms)), // ZC04, ZC05, ZC06
    ),
    field('qTotMes', cane.monthKilograms), // ZC07
    field('qTotAnt', cane.previousKilograms), // ZC08
    field('qTotGer', cane.totalKilograms), // ZC09
    ...cane.deductions.map(
      ({ description, value }) => group('deduc', field('xDed', description), field('vDed', value)), // ZC10, ZC11, ZC12
    ),
    field('vFor', cane.value), // ZC13
    field('vTotDed', cane.deductedValue), // ZC14
    field('vLiqFor', cane.netValue), // ZC15
  );
}
