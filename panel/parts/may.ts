import type { ActingRole } from '../../domain/accounts/roles.ts';
import { type PageName, rightOf } from '../rights.ts';

/** Whether a role may open a page or send a form; what it may not is not offered to it. */
export function may(role: ActingRole, page: PageName): boolean {
  const { audience } = rightOf(page);
  return typeof audience === 'object' ? audience.includes(role) : true;
}

/** Who could do what the person may not, for the sentence that says whom to ask. */
export const whoMay = { issuing: 'Quem emite ou administra a empresa', administering: 'Quem administra a empresa' };
