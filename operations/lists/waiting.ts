import { isToldOf } from '../../domain/conversation/told-wait.ts';
import type { Part } from './ordered-list.ts';

/** Documents that something keeps from going on, for long enough to be told of. */
export const isWaiting: Part = { where: isToldOf('document'), values: [] };

/** All other documents. */
export const isMoving: Part = { where: `not ${isToldOf('document')}`, values: [] };
