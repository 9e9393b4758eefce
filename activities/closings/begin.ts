import { LockMode } from '@mikro-orm/core';
import { Closing } from '../../domain/closings/closing.entity.ts';
import type { Tally } from '../../domain/conversation/closing.ts';
import { boundsOf } from '../../domain/month.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import type { ClosingParts } from './closing-parts.ts';

/** Takes a closing over, for the first time or after a crash, and counts its month. @returns null where it has ended or is not there */
export function begin({ orm }: Pick<ClosingParts, 'orm'>, closingId: string): Promise<Tally | null> {
  return acrossCompanies(orm).transactional(async (em) => {
    const closing = await em.findOne(Closing, { id: closingId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!closing || (closing.status !== 'PENDING' && closing.status !== 'RUNNING')) return null;
    const { start, next } = boundsOf(closing);
    const [counted] = await em.execute<[{ count: number }]>(countMonth, [closing.company, start, next]);
    closing.begin(counted.count);
    const { documentCount, doneCount, pdfCount } = closing;
    return { documentCount, doneCount, pdfCount };
  });
}

const countMonth = `
  select count(*)::int as count from document
  where company_id = ? and environment = 'PRODUCTION' and status in ('AUTHORIZED', 'CANCELLED')
    and issue_date_time >= ? and issue_date_time < ?`;
