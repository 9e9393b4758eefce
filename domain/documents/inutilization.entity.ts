import { defineEntity, p } from '@mikro-orm/core';
import { nowOnChange, nowOnCreate, uuidKey } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { atMost, ownedByCompany } from '../companies/ownership.ts';
import { environments } from '../companies/settings.ts';
import { attemptColumns, claimed, refusedColumns, tryingAgain, waitsNoMore } from '../conversation/attempt-columns.ts';
import type { InutilizationEnd } from '../conversation/progress.ts';
import { models } from '../document-types.ts';
import { DomainError } from '../errors.ts';

export const inutilizationStatuses = ['PENDING', 'AUTHORIZED', 'REJECTED'] as const;

const unauthorized = `((status <> 'AUTHORIZED'::text) AND (signed_xml IS NULL) AND (proc_xml IS NULL) AND (protocol IS NULL))`;

const InutilizationSchema = defineEntity({
  name: 'Inutilization',
  tableName: 'inutilization',
  ...ownedByCompany,
  policies: [...ownedByCompany.policies, atMost('insert', unauthorized), atMost('update', unauthorized)],
  properties: {
    id: uuidKey(),
    company: () => p.manyToOne(Company).mapToPk(),
    environment: p.enum(environments),
    model: p.enum(models),
    series: p.integer(),
    startNumber: p.integer(),
    endNumber: p.integer(),
    /** Last two digits of the year, in Brasília time. */
    year: p.string().length(2),
    justification: p.text(),
    status: p.enum(inutilizationStatuses).default('PENDING'),
    ...attemptColumns(),
    /** The signed request with the authority's answer 102; null where the authority only reported an earlier inutilization (563). */
    procXml: p.text().lazy().nullable(),
    inutilizationDate: p.datetime().nullable(),
    createdAt: nowOnCreate(),
    updatedAt: nowOnChange(),
  },
  uniques: [{ properties: ['company', 'environment', 'model', 'series', 'startNumber', 'endNumber'] }],
  indexes: [
    {
      name: 'inutilization_waiting',
      expression: `create index "inutilization_waiting" on "inutilization" ("waiting_since") where "waiting_kind" is not null`,
    },
    {
      name: 'inutilization_pending',
      expression: `create index "inutilization_pending" on "inutilization" ("updated_at") where "status" = 'PENDING'`,
    },
  ],
});

/** The authority's confirmation of an inutilization; `procXml` is null where it only reported an earlier one (563). */
type InutilizationAuthorization = {
  cStat: string;
  reason: string;
  protocol: string | null;
  inutilizationDate: Date;
  procXml: string | null;
};

/** A range of numbers of a series that are given up. While it is PENDING or AUTHORIZED, no document draws one of them. */
export class Inutilization extends InutilizationSchema.class {
  /** The workflow of the present attempt claims the range. */
  claim(): void {
    Object.assign(this, claimed(this));
  }

  /** The authority registered the inutilization. */
  authorize({ cStat, reason, protocol, inutilizationDate, procXml }: InutilizationAuthorization): void {
    this.status = 'AUTHORIZED';
    Object.assign(this, { ...waitsNoMore, cStat, reason, protocol, inutilizationDate, procXml });
  }

  /** The attempt failed; `cStat` is null where it was not the authority that refused. */
  refuse(reason: string, cStat: string | null = null): void {
    Object.assign(this, refusedColumns(reason, cStat));
  }

  /** Starts the next attempt after a refused one. */
  tryAgain({ justification, year }: Pick<Inutilization, 'justification' | 'year'>): void {
    Object.assign(this, { ...tryingAgain(this), justification, year });
  }

  /** How the last attempt ended. Only for a range that is not PENDING. */
  endOfAttempt(): InutilizationEnd {
    const status = this.status === 'AUTHORIZED' ? 'AUTHORIZED' : 'REJECTED';
    return { status, cStat: this.cStat ?? null, reason: this.reason ?? null };
  }
}
InutilizationSchema.setClass(Inutilization);

/** The most numbers that the authority takes in one request (201). */
export const mostNumbers = 1000;

/**
 * Checks that a range is not reversed and not too long.
 *
 * @throws DomainError `validation_error`
 */
export function checkRange({ startNumber, endNumber }: { startNumber: number; endNumber: number }): void {
  const message = faultOf(startNumber, endNumber);
  if (message === null) return;
  throw new DomainError('validation_error', `endNumber ${message}.`, { issues: [{ path: 'endNumber', message }] });
}

function faultOf(first: number, last: number): string | null {
  if (last < first) return 'não pode ser menor que startNumber';
  if (last - first >= mostNumbers)
    return `deve deixar a faixa com até ${mostNumbers} números; divida-a em mais pedidos`;
  return null;
}
