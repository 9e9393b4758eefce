import type { ServiceFields } from '../../taxation/levels/service-fields.ts';
import { field, group } from '../../xml/writer.ts';
import { rate } from './rate.ts';

/** finNFSe: a regular note, the only one of the layout in force. */
const regular = '0';
/** indDest: the taker is who the service is for. */
const taker = '0';

/** Group IBSCBS: what the issuer declares of both taxes (NT SE/CGNFS-e 004); the authority computes them. Nothing without a class. */
export function layoutIbsCbs(fields: ServiceFields): string {
  if (!fields.ibsCbsClassification) return '';
  return group(
    'IBSCBS',
    field('finNFSe', regular),
    field('cIndOp', fields.ibsCbsOperationIndicator),
    field('indDest', taker),
    group(
      'valores',
      group(
        'trib',
        group(
          'gIBSCBS',
          field('CST', fields.ibsCbsSituation),
          field('cClassTrib', fields.ibsCbsClassification),
          group(
            'gTribRegular',
            field('CSTReg', fields.ibsCbsRegularSituation),
            field('cClassTribReg', fields.ibsCbsRegularClassification),
          ),
          group(
            'gDif',
            field('pDifUF', rate(fields.ibsStateDeferralRate)),
            field('pDifMun', rate(fields.ibsMunicipalDeferralRate)),
            field('pDifCBS', rate(fields.cbsDeferralRate)),
          ),
        ),
      ),
    ),
  );
}
