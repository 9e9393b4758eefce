import { expect, test } from 'vitest';
import {
  canHave,
  ownEventTypes,
  documentTypes,
  eventCodeOf,
  type GoodsType,
  models,
  traitsOf,
  typeOfModel,
} from '../../domain/document-types.ts';

test('every type has its row, and no two are written alike', () => {
  expect(Object.keys(traitsOf)).toEqual([...documentTypes]);
  expect(new Set(documentTypes.map((type) => traitsOf[type].title)).size).toBe(documentTypes.length);
});

test('a model belongs to one type, and the type to the model', () => {
  for (const model of models) expect(traitsOf[typeOfModel[model]].model).toBe(model);
});

test('no two types draw their numbers from one count', () => {
  expect(new Set(documentTypes.map((type) => traitsOf[type].numberedAs)).size).toBe(documentTypes.length);
});

test('a service has no model, and is no note of goods', () => {
  expect(traitsOf.NFSE.model).toBeNull();
  // @ts-expect-error the compiler knows it too
  const goods: GoodsType = 'NFSE';
  expect(goods).toBe('NFSE');
});

test('an event has a code where documents of the type can have it, and nowhere else', () => {
  expect(eventCodeOf('NFCE', 'CANCELLATION_BY_SUBSTITUTION')).toBe('110112');
  for (const type of documentTypes) {
    for (const event of ownEventTypes) {
      if (canHave(type, event)) expect(eventCodeOf(type, event)).toMatch(/^[0-9]{6}$/);
      else expect(() => eventCodeOf(type, event)).toThrow(TypeError);
    }
  }
});

test('every event is one of some document', () => {
  for (const event of ownEventTypes) expect(documentTypes.some((type) => canHave(type, event))).toBe(true);
});
