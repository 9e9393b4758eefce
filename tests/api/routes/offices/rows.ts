import type { OfficeScope } from '../../../../domain/access/scopes.ts';
import contract from '../../../../openapi/generated/openapi.json' with { type: 'json' };

/** What an operation demands of an office's key; `issues`: it issues in a company's name. */
export type Row = { scope: OfficeScope | null; issues?: true };

/** Written by hand: a new operation of offices without a row fails. */
export const rows: Record<string, Row> = {
  getOffice: { scope: null },
  listPortfolioCompanies: { scope: null },
  listOfficeLinks: { scope: null },
  requestOfficeLink: { scope: 'portfolio:write' },
  listOfficeWebhooks: { scope: 'webhooks:write' },
  createOfficeWebhook: { scope: 'webhooks:write' },
  getOfficeWebhook: { scope: 'webhooks:write' },
  deleteOfficeWebhook: { scope: 'webhooks:write' },
  rotateOfficeWebhookSecret: { scope: 'webhooks:write' },
  exportPortfolio: { scope: 'received-documents:read' },
  createPortfolioLink: { scope: 'received-documents:read' },
  listEligibleCompanies: { scope: 'documents:read' },
  createClosings: { scope: 'documents:read' },
  listClosings: { scope: 'documents:read' },
  getClosing: { scope: 'documents:read' },
  getClosingDownload: { scope: 'documents:read' },
  getNfeReadiness: { scope: 'documents:read' },
  getNfseReadiness: { scope: 'documents:read' },
  listFiscalDocumentsOfCompany: { scope: 'documents:read' },
  createFiscalDocumentOfCompany: { scope: 'documents:write', issues: true },
  previewFiscalDocumentOfCompany: { scope: 'documents:write', issues: true },
  getFiscalDocumentOfCompany: { scope: 'documents:read' },
  updateFiscalDocumentOfCompany: { scope: 'documents:write', issues: true },
  deleteFiscalDocumentOfCompany: { scope: 'documents:write', issues: true },
  emitFiscalDocumentOfCompany: { scope: 'documents:write', issues: true },
  cancelFiscalDocumentOfCompany: { scope: 'documents:write', issues: true },
  correctFiscalDocumentOfCompany: { scope: 'documents:write', issues: true },
  getFiscalDocumentCorrectionLetterPdfOfCompany: { scope: 'documents:read' },
  registerFiscalDocumentReceiptOfCompany: { scope: 'documents:write', issues: true },
  removeFiscalDocumentReceiptOfCompany: { scope: 'documents:write', issues: true },
  registerFiscalDocumentEventOfCompany: { scope: 'documents:write', issues: true },
  getFiscalDocumentEventProofOfCompany: { scope: 'documents:read' },
  getFiscalDocumentEventXmlOfCompany: { scope: 'documents:read' },
  listFiscalDocumentMailsOfCompany: { scope: 'documents:read' },
  mailFiscalDocumentOfCompany: { scope: 'documents:write', issues: true },
  getFiscalDocumentXmlOfCompany: { scope: 'documents:read' },
  getFiscalDocumentDanfeOfCompany: { scope: 'documents:read' },
  listPastNotesOfCompany: { scope: 'documents:read' },
  getPastNoteXmlOfCompany: { scope: 'documents:read' },
  listComparisonsOfCompany: { scope: 'documents:read' },
  createComparisonOfCompany: { scope: 'documents:write', issues: true },
  getComparisonOfCompany: { scope: 'documents:read' },
  listReceivedDocumentsOfCompany: { scope: 'received-documents:read' },
  getReceivedDocumentOfCompany: { scope: 'received-documents:read' },
  getReceivedDocumentXmlOfCompany: { scope: 'received-documents:read' },
  listReceivedDocumentEventsOfCompany: { scope: 'received-documents:read' },
  getReceivedDocumentEventXmlOfCompany: { scope: 'received-documents:read' },
  getReceivedDocumentDanfeOfCompany: { scope: 'received-documents:read' },
  getDistributionOfCompany: { scope: 'received-documents:read' },
  syncReceivedDocumentsOfCompany: { scope: 'received-documents:write' },
  manifestReceivedDocumentOfCompany: { scope: 'received-documents:write' },
  registerReceivedDocumentEventOfCompany: { scope: 'received-documents:write' },
  exportReceivedDocumentsOfCompany: { scope: 'received-documents:read' },
  createReceivedDocumentsLinkOfCompany: { scope: 'received-documents:read' },
  listFiscalTemplatesOfCompany: { scope: 'documents:read' },
  listClientsOfCompany: { scope: 'clients:read' },
};

/** An operation of the contract, with what a request needs. */
export type OperationAddress = { id: string; method: string; path: string; hasBody: boolean };

const paths: Record<
  string,
  Record<string, { operationId: string; requestBody?: unknown; security?: unknown }>
> = contract.paths;
const all = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId: id, requestBody, security }]) => ({
    ...{ id, method: method.toUpperCase(), path, hasBody: requestBody !== undefined },
    isKeyless: Array.isArray(security) && security.length === 0,
  })),
);

/** Every operation with an office's key: those below the path of offices, except downloads by link. */
export const officeOperations: OperationAddress[] = all.filter(
  ({ path, isKeyless }) => !isKeyless && path.startsWith('/v1/accounting/'),
);

/** Every operation with a company's key. */
export const companyOperations: OperationAddress[] = all.filter(
  ({ path, isKeyless }) => !isKeyless && !path.startsWith('/v1/accounting/'),
);

/** Whether an operation is about a company of the portfolio. */
export const isMounted = ({ path }: OperationAddress): boolean => path.includes('{companyId}');

export const nobody = '019ab1c2-3d4e-7f50-8a6b-9c0d1e2f3a4b';

/** The operation's path for a company, with unknown ids for whatever else is in it. */
export function about({ path }: OperationAddress, companyId: string = nobody): string {
  return path.replace('{companyId}', companyId).replaceAll(/\{\w+\}/g, nobody);
}
