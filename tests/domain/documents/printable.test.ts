import { expect, test } from 'vitest';
import { contingencyModes } from '../../../domain/contingency-mode.ts';
import { isPrintable } from '../../../domain/documents/printable.ts';
import { documentStatuses } from '../../../domain/documents/document.entity.ts';

const choices = [true, false];
const all = documentStatuses.flatMap((status) =>
  [null, ...contingencyModes].flatMap((contingencyMode) =>
    choices.flatMap((isSigned) => choices.map((isAnnounced) => ({ status, contingencyMode, isSigned, isAnnounced }))),
  ),
);

test('what is authorized is printed, and before that what a customer may have', () => {
  const printed = all
    .filter(({ isSigned, isAnnounced, ...document }) => isPrintable(document, { isSigned, isAnnounced }))
    .filter(({ status }) => status !== 'AUTHORIZED' && status !== 'CANCELLED')
    .map(({ status, contingencyMode, ...issued }) => [status, contingencyMode, ...Object.values(issued)].join(' '));
  expect(printed).toEqual([
    ...['PROCESSING OFFLINE true true', 'PROCESSING OFFLINE true false', 'PROCESSING EPEC true true'],
    ...['REJECTED OFFLINE true true', 'REJECTED OFFLINE true false', 'REJECTED OFFLINE false true'],
    ...['REJECTED OFFLINE false false', 'REJECTED EPEC true true', 'REJECTED EPEC false true'],
  ]);
  const authorized = all.filter(({ status }) => status === 'AUTHORIZED' || status === 'CANCELLED');
  expect(authorized.every((row) => isPrintable(row, row))).toBe(true);
});
