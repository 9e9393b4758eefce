import type { ComputedService } from '../../documents/computed-service.ts';
import type { DeductionDocument, Deductions } from '../../documents/service-sale.ts';
import { field, group } from '../../xml/writer.ts';
import { layoutTrib } from './trib.ts';

/** Group valores: the price of the service, what lessens it, and its taxes. */
export function layoutValores(service: ComputedService): string {
  const { amounts } = service;
  return group(
    'valores',
    group('vServPrest', field('vServ', amounts.service)),
    group(
      'vDescCondIncond',
      field('vDescIncond', amounts.unconditionalDiscount),
      field('vDescCond', amounts.conditionalDiscount),
    ),
    layoutDedRed(service.deductions),
    layoutTrib(service),
  );
}

/** Group vDedRed: what lessens the base of ISSQN. */
function layoutDedRed(deductions: Deductions | null): string {
  if (!deductions) return '';
  return group(
    'vDedRed',
    field('pDR', deductions.rate),
    field('vDR', deductions.value),
    group('documentos', ...(deductions.documents ?? []).map(layoutDocument)),
  );
}

function layoutDocument(document: DeductionDocument): string {
  const { municipalNfse } = document;
  return group(
    'docDedRed',
    field('chNFSe', document.nfseKey),
    field('chNFe', document.nfeKey),
    group(
      'NFSeMun',
      field('cMunNFSeMun', municipalNfse?.municipalityCode),
      field('nNFSeMun', municipalNfse?.number.padStart(15, '0')),
      field('cVerifNFSeMun', municipalNfse?.verificationCode),
    ),
    field('nDocFisc', document.fiscalNumber),
    field('nDoc', document.otherNumber),
    field('tpDedRed', document.type),
    field('xDescOutDed', document.description),
    field('dtEmiDoc', document.issueDate),
    field('vDedutivelRedutivel', document.deductibleValue),
    field('vDeducaoReducao', document.value),
  );
}
