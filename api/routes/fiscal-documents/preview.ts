import { inCompany } from '../../../operations/in-company.ts';
import type { Issuer } from '../../../domain/companies/settings.ts';
import { typeFaults } from '../../../domain/documents/check-payload.ts';
import { computeNote } from '../../../domain/documents/compute.ts';
import { DomainError } from '../../../domain/errors.ts';
import { refuseAny } from '../../../domain/taxation/fault.ts';
import type { ActingCompany } from '../../../operations/acting-company.ts';
import { companyOf } from '../../locals.ts';
import type { Handler } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';
import { askedDocument } from '../../../operations/documents/asked-document.ts';
import { issuerOf } from '../../../operations/acting-company.ts';
import { expectedRecipient } from '../../../operations/documents/recipient.ts';
import { documentPreview } from '../../views/document-preview.ts';

export function previewHandler({ orm, rates }: ApiParts): Handler<'previewFiscalDocument'> {
  return async (req, res) => {
    const company = companyOf(res);
    const companyId = company.id;
    const issuer = configured(company);
    const asked = await inCompany(orm, companyId, async (em) => ({
      ...(await askedDocument(em, companyId, req.body)),
      client: await expectedRecipient(em, req.body),
    }));
    refuseAny(typeFaults(asked.payload));
    const on = new Date();
    res.json(documentPreview({ ...asked, note: computeNote({ ...asked, issuer, rates, on }), on }));
  };
}

function configured(company: ActingCompany): Issuer {
  const issuer = issuerOf(company);
  if (issuer) return issuer;
  const message =
    'A empresa não tem configurações fiscais. Preencha-as com "lavra company set" e peça a prévia de novo.';
  throw new DomainError('invalid_state', message);
}
