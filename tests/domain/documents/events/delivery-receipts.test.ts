import { expect, test } from 'vitest';
import { deliveryReceiptsOf } from '../../../../domain/documents/events/delivery-receipts.ts';

type Status = 'PENDING' | 'REGISTERED' | 'REJECTED';
const receipt = (sequence: number, status: Status, cStat = '135') => ({
  type: 'DELIVERY_RECEIPT' as const,
  sequence,
  status,
  cStat,
});
const removal = (sequence: number, status: Status) => ({
  type: 'DELIVERY_RECEIPT_REMOVAL' as const,
  sequence,
  status,
  cStat: '135',
});

test('a document without receipts takes the first', () => {
  expect(deliveryReceiptsOf([])).toEqual({
    pending: undefined,
    standing: undefined,
    next: { sequence: 1, refused: undefined },
    refusedRemoval: undefined,
  });
});

test('a registered receipt stands until its own removal is registered', () => {
  const first = receipt(1, 'REGISTERED');
  const refused = removal(1, 'REJECTED');
  expect(deliveryReceiptsOf([first])).toMatchObject({ standing: first });
  expect(deliveryReceiptsOf([refused, first])).toMatchObject({ standing: first, refusedRemoval: refused });
  expect(deliveryReceiptsOf([first, removal(1, 'REGISTERED')])).toMatchObject({
    standing: undefined,
    next: { sequence: 2 },
  });
  const second = receipt(2, 'REGISTERED');
  expect(deliveryReceiptsOf([second, first, removal(1, 'REGISTERED')])).toMatchObject({ standing: second });
});

test('a receipt that was refused leaves its sequence to the next, unless another system has it', () => {
  const refused = receipt(1, 'REJECTED', '821');
  expect(deliveryReceiptsOf([refused]).next).toEqual({ sequence: 1, refused });
  expect(deliveryReceiptsOf([receipt(1, 'REJECTED', '573')]).next).toEqual({ sequence: 2, refused: undefined });
});

test('what has not ended is reported, receipt or removal', () => {
  const [first, gone] = [receipt(1, 'REGISTERED'), removal(1, 'PENDING')];
  expect(deliveryReceiptsOf([first, gone])).toMatchObject({ pending: gone, standing: first });
});
