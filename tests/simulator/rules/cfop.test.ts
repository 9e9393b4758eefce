import { expect, test } from '@jest/globals';
import { judgeEdits } from '../support/judge-edits.ts';
import { comingBack, goingBy, interstate, livingIn, place, referring, toTaxpayer } from '../support/operations.ts';
import type { Edits } from '../support/test-company.ts';

const sold = '35261111222333000181550010000000011630362748';
const incoming: Edits[number] = ['<tpNF>1', '<tpNF>0'];
const sentByCarrier: Edits[number] = ['<modFrete>9', '<modFrete>0'];
const toConsumerInRio: Edits = [...livingIn('RJ'), ['<idDest>1', '<idDest>2']];

/** A code, a note that earns it, and the nearest note that does not. */
type Case = readonly [cStat: number, what: string, wrong: Edits, right: Edits];

const directions: readonly Case[] = [
  [770, 'an operation that nobody knows', [sale('5999')], [sale('5949')]],
  [770, 'an operation that other documents tell', [sale('5307')], [sale('5949')]],
  [518, 'goods that go out as if they came in', [sale('1102')], [sale('1102'), incoming]],
  [519, 'goods that come in as if they went out', [incoming], [sale('1102'), incoming]],
  [731, 'an operation with a foreign country at home', [sale('7102')], []],
  [732, 'an operation with another state at home', [sale('6102')], []],
  [733, 'an internal operation with another state', toConsumerInRio, [...toConsumerInRio, sale('6102')]],
  [
    521,
    'an internal sale to a trader of another state, who did not take it with him',
    [...toTaxpayer('RJ'), sentByCarrier],
    toTaxpayer('RJ'),
  ],
  [
    521,
    'the same, unless it is delivered within the state',
    [...toTaxpayer('RJ'), sentByCarrier],
    [...toTaxpayer('RJ'), sentByCarrier, goingBy(place('entrega', 'SP', '3509502'))],
  ],
  [
    771,
    'a foreigner of another state',
    [...toConsumerInRio, sale('6102'), foreigner],
    [...toConsumerInRio, sale('6667'), fuel, foreigner],
  ],
];

const purposes: readonly Case[] = [
  [327, 'a return as a sale', back('1102'), back('1202')],
  [327, 'a return as something else that goes out', [...back('5949'), ['<tpNF>0', '<tpNF>1']], back('1949')],
  [
    327,
    'something else that goes out, unless it is natural gas',
    [...back('5949'), ['<tpNF>0', '<tpNF>1']],
    [...back('5949'), ['<tpNF>0', '<tpNF>1'], ['<NCM>19059090', '<NCM>27112100'], ...toSelf],
  ],
  [1179, 'goods that come back to an entrepreneur', [...back('1201'), entrepreneur], [...back('1202'), ...returningAs('900')]],
  [328, 'a sale as a return', [sale('5202')], [sale('5102')]],
  [374, 'a service that is taxed as goods', [sale('5933')], []],
  [660, 'fuel that does not say what it is', [sale('5656')], [sale('5656'), fuel]],
  [337, 'what an entrepreneur does not do', [sale('5101'), entrepreneur], [entrepreneur]],
  [782, 'how an entrepreneur is not taxed', [entrepreneur, ['<CSOSN>102', '<CSOSN>103']], [entrepreneur]],
];
