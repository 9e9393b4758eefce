import { field, group } from '../../xml/writer.ts';
import type { NoteTotals } from '../../documents/computed-note.ts';

/**
 * IBSCBSTot (W34); the layout wants returned tax and presumed credit said even where no item carries them. What is transferred or
 * adjusted is in no total (rules 1085 and 1091).
 */
export function layoutIbsCbsTotal(total: NonNullable<NoteTotals['ibsCbs']>): string {
  const noReturn = field('vDevTrib', '0.00');
  const noCredit = field('vCredPres', '0.00') + field('vCredPresCondSus', '0.00');
  return group(
    'IBSCBSTot',
    field('vBCIBSCBS', total.base), // W35
    total.ibs === null
      ? ''
      : group(
          'gIBS', // W36
          group('gIBSUF', field('vDif', total.stateDeferred), noReturn, field('vIBSUF', total.state)), // W37
          group('gIBSMun', field('vDif', total.municipalDeferred), noReturn, field('vIBSMun', total.municipal)), // W42
          field('vIBS', total.ibs), // W47
          noCredit, // W48, W49
        ),
    total.cbs === null
      ? ''
      : group('gCBS', field('vDif', total.cbsDeferred), noReturn, field('vCBS', total.cbs), noCredit), // W50
    group(
      'gEstornoCred', // W59e
      field('vIBSEstCred', total.creditReversal?.ibs), // W59f
      field('vCBSEstCred', total.creditReversal?.cbs), // W59g
    ),
  );
}
