import { isToldOf } from '../../domain/conversation/told-wait.ts';
import type { Part } from './ordered-list.ts';

/** Documents whose `waiting` says something: what keeps them from going on now, for long enough to be told of. */
export function isWaiting(): Part {
  return { where: isToldOf('document'), values: [new Date().toISOString()] };
}

/** All other documents; one without a kind has no moment since when, and is not unknown. */
export function isMoving(): Part {
  const { where, values } = isWaiting();
  return { where: `not coalesce(${where}, false)`, values };
}
