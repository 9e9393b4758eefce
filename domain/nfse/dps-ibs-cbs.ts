import type { ComputedService } from '../documents/computed-service.ts';
import {
  type DeclaredServiceIbsCbs,
  type Reimbursement,
  serviceGovernmentEntities,
  serviceOperations,
  type ServiceProperty,
} from '../documents/service-sale.ts';
import type { ServiceFields } from '../taxation/levels/service-fields.ts';
import { field, group } from '../xml/writer.ts';
import { rateOfDps } from './dps-amounts.ts';
import { personIdentification, layoutPerson } from './dps-person.ts';
import { siteAddress } from './dps-service.ts';

/** finNFSe of a regular note, the only one in the layout in force. */
const regular = '0';

/**
 * Group IBSCBS: what the issuer declares of both taxes (NT SE/CGNFS-e 004; XSD 1.01-20260727); the authority computes their amounts. Empty for a
 * service without a class.
 */
export function layoutIbsCbs({ fields, ibsCbs: declared = {} }: ComputedService): string {
  if (!fields.ibsCbsClassification) return '';
  const { personalUse, operation, governmentEntity, previousDocuments, recipient, property } = declared;
  return group(
    'IBSCBS',
    field('finNFSe', regular),
    field('indFinal', personalUse === true ? '1' : personalUse === false ? '0' : null),
    field('cIndOp', fields.ibsCbsOperationIndicator),
    field('tpOper', operation && serviceOperations[operation]),
    group('gRefNFSe', ...(previousDocuments ?? []).map((key) => field('refNFSe', key))),
    field('tpEnteGov', governmentEntity && serviceGovernmentEntities[governmentEntity]),
    field('indDest', recipient ? '1' : '0'),
    layoutPerson('dest', recipient ?? null),
    layoutProperty(property),
    layoutIbsCbsValues(fields, declared),
  );
}

/** Group imovel: the property that an operation is about. Construction names its property in the works instead. */
function layoutProperty(property: ServiceProperty | null | undefined): string {
  if (!property) return '';
  return group(
    'imovel',
    field('inscImobFisc', property.propertyRegistration),
    field('cCIB', property.cib),
    siteAddress(property.address),
  );
}

function layoutIbsCbsValues(
  fields: ServiceFields,
  { reimbursements, presumedCreditCode }: Pick<DeclaredServiceIbsCbs, 'reimbursements' | 'presumedCreditCode'>,
): string {
  return group(
    'valores',
    group('gReeRepRes', ...(reimbursements ?? []).map(layoutReimbursement)),
    group(
      'trib',
      group(
        'gIBSCBS',
        field('CST', fields.ibsCbsSituation),
        field('cClassTrib', fields.ibsCbsClassification),
        field('cCredPres', presumedCreditCode),
        group(
          'gTribRegular',
          field('CSTReg', fields.ibsCbsRegularSituation),
          field('cClassTribReg', fields.ibsCbsRegularClassification),
        ),
        group(
          'gDif',
          field('pDifUF', rateOfDps(fields.ibsStateDeferralRate)),
          field('pDifMun', rateOfDps(fields.ibsMunicipalDeferralRate)),
          field('pDifCBS', rateOfDps(fields.cbsDeferralRate)),
        ),
      ),
    ),
  );
}

/** Group documentos: one document of a third party (TCRTCListaDoc). */
function layoutReimbursement(one: Reimbursement): string {
  const { supplier, fiscalDocument, otherDocument } = one;
  return group(
    'documentos',
    layoutNational(one),
    group(
      'docFiscalOutro',
      field('cMunDocFiscal', fiscalDocument?.municipalityCode),
      field('nDocFiscal', fiscalDocument?.number),
      field('xDocFiscal', fiscalDocument?.description),
    ),
    group('docOutro', field('nDoc', otherDocument?.number), field('xDoc', otherDocument?.description)),
    supplier ? group('fornec', personIdentification(supplier), field('xNome', supplier.name)) : '',
    field('dtEmiDoc', one.issueDate),
    field('dtCompDoc', one.competence),
    field('tpReeRepRes', one.type),
    field('xTpReeRepRes', one.description),
    field('vlrReeRepRes', one.value),
  );
}

/** Group dFeNacional: kind and key of a document in the national repository; only another kind (tipoChaveDFe 9) has a description. */
function layoutNational({ nfseKey, nfeKey, cteKey, otherKey }: Reimbursement): string {
  const kinds = [
    ['1', nfseKey],
    ['2', nfeKey],
    ['3', cteKey],
    ['9', otherKey?.key],
  ] as const;
  const [kind, key] = kinds.find(([, text]) => text) ?? [null, null];
  return group(
    'dFeNacional',
    field('tipoChaveDFe', kind),
    field('xTipoChaveDFe', otherKey?.description),
    field('chaveDFe', key),
  );
}
