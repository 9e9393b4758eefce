import type { Handlers } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';
import { cancelHandler } from './cancel.ts';
import { correctHandler } from './correct.ts';
import { createHandler } from './create.ts';
import { emitHandler } from './emit.ts';
import { eventFileHandlers } from './event-files.ts';
import { fileHandlers } from './files.ts';
import { previewHandler } from './preview.ts';
import { receiptHandlers } from './receipts.ts';
import { readHandlers } from './read.ts';

type DocumentOperations = Extract<keyof Handlers, `${string}FiscalDocument${string}`>;

export function fiscalDocumentHandlers(parts: ApiParts): Pick<Handlers, DocumentOperations> {
  return {
    ...readHandlers(parts),
    ...fileHandlers(parts),
    ...eventFileHandlers(parts),
    ...receiptHandlers(parts),
    createFiscalDocument: createHandler(parts),
    previewFiscalDocument: previewHandler(parts),
    emitFiscalDocument: emitHandler(parts),
    cancelFiscalDocument: cancelHandler(parts),
    correctFiscalDocument: correctHandler(parts),
  };
}
