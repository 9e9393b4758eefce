import { LockMode } from '@mikro-orm/core';
import { Context } from '@temporalio/activity';
import type { EmissionEnd } from '../../domain/conversation/progress.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { seriesAndNumber } from '../../domain/documents/emission-title.ts';
import { takePresentRecords } from '../../operations/documents/present-records.ts';
import type { Preparation } from '../conversation/prepare.ts';
import { Standstill } from '../conversation/repeated-fault.ts';
import { endOfNote, type NoteAttempt } from './attempt.ts';
import { epecOf } from './goods/epec.ts';
import { explain } from './explain.ts';
import { issue, rejectDocument } from './issue.ts';
import { readIssuingInputs } from './issuing-inputs.ts';
import { askingAfterRestore } from './restored.ts';
import { checkMunicipality } from './service/municipality.ts';

const lockedWithPayload = { lockMode: LockMode.PESSIMISTIC_WRITE, populate: ['payload'] } as const;

/** How a document is prepared: numbered, built, signed, checked and kept as the emission of its present attempt. */
export const notePreparation: Preparation<
  Document,
  NoteAttempt,
  EmissionEnd,
  { accessKey: string | null; number: string }
> = {
  async claim(em, id, attempt) {
    const document = await em.findOne(Document, Document.open(id, attempt), lockedWithPayload);
    document?.claim(thisRun());
    return document;
  },
  async sign(em, document, parts, hasAsked) {
    const inputs = await readIssuingInputs(em, document);
    if (inputs.prepared) return { facts: { ...inputs.prepared, number: seriesAndNumber(document) }, unsaid: null };
    if (inputs.restored && !inputs.restored.isAsked) throw new Standstill(askingAfterRestore);
    await takePresentRecords(em, document);
    if (document.type === 'NFSE') await checkMunicipality(em, document, { inputs, hasAsked }, parts);
    const { subject, accessKey = null, signedXml, digestValue } = await issue(em, document, inputs, parts);
    const events = await epecOf(em, document);
    const { id: documentId, attempt, company: companyId, type, environment } = document;
    const { taxId, certificateId } = inputs;
    const facts = { accessKey, number: seriesAndNumber(document) };
    // A DPS has the name of its number, and a corrected note its key, under which an earlier attempt may have spoken; in a restored
    // database it may be a note that was sent before. What is out is
    // transmitted when its authority's judge lets it go.
    const isPerhapsSaid =
      (subject !== accessKey && attempt > 1) || inputs.kept !== null || inputs.restored !== null || document.isOut();
    if (isPerhapsSaid) return { facts, unsaid: null, events };
    return {
      facts,
      unsaid: {
        documentId,
        attempt,
        type,
        environment,
        subject,
        prepared: { subject, accessKey, signedXml, digestValue, receipt: null },
        speaker: { companyId, taxId, certificateId },
        // A new number or a new cNF: no message was ever about this key.
        calls: [],
        takesAny: false,
        goods: null,
        isRestored: false,
      },
    };
  },
  explain,
  async refuse(tx, document, reason) {
    await rejectDocument(tx, document, { reason });
    return 'REJECTED';
  },
  async endOf(em, id, attempt) {
    const document = await em.findOne(Document, { id, attempt, runId: thisRun(), status: { $ne: 'PROCESSING' } });
    return document && endOfNote(document);
  },
};

const thisRun = (): string | null => Context.current().info.workflowExecution?.runId ?? null;
