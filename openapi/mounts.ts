/** An operation of companies that offices have, too, for each company in their portfolio. */
export type Mount = {
  /** The scope that an office's key needs for it. */
  scope: string;
  /** Whether it issues documents for the company, which the company must have allowed. */
  issues: boolean;
};

const reads = (scope: string): Mount => ({ scope, issues: false });
const issues: Mount = { scope: 'documents:write', issues: true };

/** The path of these operations, in place of `/v1`. */
export const portfolioPath = '/v1/accounting/companies/{companyId}';

/** The end of their operation ids. */
export const mountedEnd = 'OfCompany';

/** The companies' operations that also exist below `portfolioPath`, by `operationId` (decision 45). */
export const mounts: Readonly<Record<string, Mount>> = {
  listFiscalDocuments: reads('documents:read'),
  createFiscalDocument: issues,
  previewFiscalDocument: issues,
  getFiscalDocument: reads('documents:read'),
  updateFiscalDocument: issues,
  deleteFiscalDocument: issues,
  emitFiscalDocument: issues,
  cancelFiscalDocument: issues,
  correctFiscalDocument: issues,
  getFiscalDocumentCorrectionLetterPdf: reads('documents:read'),
  registerFiscalDocumentReceipt: issues,
  removeFiscalDocumentReceipt: issues,
  registerFiscalDocumentEvent: issues,
  getFiscalDocumentEventProof: reads('documents:read'),
  getFiscalDocumentEventXml: reads('documents:read'),
  getFiscalDocumentXml: reads('documents:read'),
  getFiscalDocumentDanfe: reads('documents:read'),
  listFiscalDocumentMails: reads('documents:read'),
  mailFiscalDocument: issues,
  listPastNotes: reads('documents:read'),
  getPastNoteXml: reads('documents:read'),
  listComparisons: reads('documents:read'),
  createComparison: issues,
  getComparison: reads('documents:read'),
  listReceivedDocuments: reads('received-documents:read'),
  getDistribution: reads('received-documents:read'),
  syncReceivedDocuments: reads('received-documents:write'),
  exportReceivedDocuments: reads('received-documents:read'),
  createReceivedDocumentsLink: reads('received-documents:read'),
  getReceivedDocument: reads('received-documents:read'),
  getReceivedDocumentXml: reads('received-documents:read'),
  listReceivedDocumentEvents: reads('received-documents:read'),
  getReceivedDocumentEventXml: reads('received-documents:read'),
  getReceivedDocumentDanfe: reads('received-documents:read'),
  manifestReceivedDocument: reads('received-documents:write'),
  registerReceivedDocumentEvent: reads('received-documents:write'),
  listFiscalTemplates: reads('documents:read'),
  listClients: reads('clients:read'),
};
