import { defineEntity, p } from '@mikro-orm/core';
import { nowOnChange, nowOnCreate, uuidKey } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { atMost, ownedByCompany } from '../companies/ownership.ts';
import { environments } from '../companies/settings.ts';
import type { ReplacedEnd } from '../conversation/progress.ts';
import { waitColumns, waitsNoMore } from '../conversation/attempt-columns.ts';
import { documentTypes } from '../document-types.ts';
import { DomainError } from '../errors.ts';
import { Document } from './document.entity.ts';
import { replacedStatuses } from './next-of-replaced.ts';

const ReplacedNoteSchema = defineEntity({
  name: 'ReplacedNote',
  tableName: 'replaced_note',
  ...ownedByCompany,
  policies: [...ownedByCompany.policies, atMost('update', `(status = 'OPEN'::text)`)],
  properties: {
    id: uuidKey(),
    company: () => p.manyToOne(Company).mapToPk(),
    /** The document, and its attempt that sent this note. */
    document: () => p.manyToOne(Document).mapToPk(),
    attempt: p.integer(),
    environment: p.enum(environments),
    type: p.enum(documentTypes),
    series: p.integer(),
    number: p.integer(),
    accessKey: p.string().length(44),
    status: p.enum(replacedStatuses).default('OPEN'),
    /** nProt of the note's authorization; null unless the authority authorized it. */
    protocol: p.string().length(17).nullable(),
    authorizedAt: p.datetime().nullable(),
    /** cStat of the answer that settled it. */
    cStat: p.string().length(8).nullable(),
    /** Whether a person approved that the number is given up, in a company that wants to approve this. */
    isGiveUpApproved: p.boolean().default(false),
    /** The authority's words, or what the row waits for. */
    reason: p.text().nullable(),
    ...waitColumns(),
    settledAt: p.datetime().nullable(),
    createdAt: nowOnCreate(),
    updatedAt: nowOnChange(),
  },
  uniques: [{ properties: ['document', 'attempt'] }],
  indexes: [
    {
      name: 'replaced_note_open',
      expression: `create index "replaced_note_open" on "replaced_note" ("updated_at") where "settled_at" is null`,
    },
    { properties: ['accessKey'] },
    { properties: ['company', 'environment', 'type', 'series', 'number'] },
  ],
});

/** A note that may have reached the authority before the same sale was issued anew in contingency: one of the two notes must go. */
export class ReplacedNote extends ReplacedNoteSchema.class {
  /** The authority never had the note, and a person has to approve that its number is given up. */
  propose(): void {
    if (this.status === 'OPEN') this.status = 'PROPOSED';
  }

  /** Ends the matter: no valid note is left of it. */
  settle(status: ReplacedEnd, { cStat, reason, at }: { cStat: string | null; reason: string | null; at: Date }): void {
    if (this.settledAt) return;
    this.status = status;
    this.cStat = cStat;
    this.reason = reason;
    this.settledAt = at;
    Object.assign(this, waitsNoMore);
  }

  /**
   * A person approves that the number is given up: the authority is asked once more, and then it is.
   *
   * @throws DomainError `invalid_state` where no approval is pending
   */
  approveGiveUp(): void {
    if (this.status !== 'PROPOSED') throw new DomainError('invalid_state', this.whyNotProposed());
    this.status = 'OPEN';
    this.isGiveUpApproved = true;
    this.reason = null;
    Object.assign(this, waitsNoMore);
  }

  private whyNotProposed(): string {
    if (this.status !== 'OPEN') return `A nota substituída já está resolvida (${this.status}).`;
    return this.isGiveUpApproved
      ? 'A inutilização deste número já foi aprovada e está em curso.'
      : 'Ainda não se sabe se a SEFAZ tem esta nota: não há inutilização proposta.';
  }
}
ReplacedNoteSchema.setClass(ReplacedNote);
