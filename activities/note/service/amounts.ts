import { withAuthorityAmounts } from '../../../domain/documents/compute/authority-amounts.ts';
import type { AuthorityAmounts } from '../../../domain/documents/computed-service.ts';
import type { Document } from '../../../domain/documents/document.entity.ts';
import type { Transaction } from '../../../operations/outbox.ts';

/** Puts what the authority computed of a service in the place of what we had. */
export function takeAmounts({ em }: Transaction, document: Document, facts: AuthorityAmounts): void {
  const content = document.computed;
  if (content?.model !== null) return;
  em.assign(document, { computed: withAuthorityAmounts(content, facts) });
}
