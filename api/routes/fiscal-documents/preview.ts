import { inCompany } from '../../../config/orm.ts';
import type { Issuer } from '../../../domain/companies/settings.ts';
import { issued } from '../../../domain/documents/check-payload.ts';
import { computeNote } from '../../../domain/documents/compute.ts';
import { DomainError } from '../../../domain/errors.ts';
import { callerOf, type CallerCompany } from '../../locals.ts';
import type { Handler } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';
import { askedDocument } from '../../requests/asked-document.ts';
import { issuerOf } from '../../requests/issuer.ts';
import { expectedRecipient } from '../../requests/recipient.ts';
import { documentPreview } from '../../views/document-preview.ts';

export function previewHandler({ orm, rates }: ApiParts): Handler<'previewFiscalDocument'> {
  return async (req, res) => {
    const { companyId, company } = callerOf(res);
    const issuer = configured(company);
    const asked = await inCompany(orm, companyId, async (em) => ({
      ...(await askedDocument(em, companyId, req.body)),
      client: await expectedRecipient(em, req.body),
    }));
    const payload = issued(asked.payload);
    const on = new Date();
    res.json(documentPreview({ ...asked, payload, note: computeNote({ ...asked, payload, issuer, rates, on }), on }));
  };
}

function configured(company: CallerCompany): Issuer {
  const issuer = issuerOf(company);
  if (issuer) return issuer;
  const message =
    'A empresa não tem configurações fiscais. Preencha-as com "lavra company set" e peça a prévia de novo.';
  throw new DomainError('invalid_state', message);
}
