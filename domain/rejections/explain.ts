import annexes from '../../tables/nfse-codes.json' with { type: 'json' };
import { quotaIsExhausted } from '../companies/quota.ts';
import type { DocumentType } from '../document-types.ts';
import { taxFieldNames } from '../taxation/fields.ts';
import { serviceFieldNames } from '../taxation/levels/service-fields.ts';
import sefazTable from './sefaz.json' with { type: 'json' };
import sefinTable from './sefin.json' with { type: 'json' };

/** A refusal explained in Portuguese: its words, why it happened and what to do. */
export type Explanation = {
  /** The authority's code; null where Lavra refused. */
  code: string | null;
  message: string;
  cause: string;
  mend: RejectionMend;
  /** The field to look at, as the API names it, with the index of the item that the authority named (`items[2].ncm`). */
  field?: string;
};

/** What to do about a refusal. */
export type RejectionMend = {
  /** For those who call the API or run the command line: the field, the call, the command. */
  programmer: string;
  /** For people at a screen: what to open, what to change, whom to ask. */
  person: string;
};

/** The part of an explanation that does not depend on the document. */
type Saying = Pick<Explanation, 'cause' | 'mend' | 'field'>;

/** A row of `sefaz.json` or `sefin.json`; `rows.schema.json` describes its columns. */
export type RejectionRow = Saying & {
  code: string;
  /** The event types (tpEvento) to which the row is limited; absent where it holds for everything. */
  events?: readonly string[];
  /** The authority's words. */
  text?: string;
  source?: string;
};

/** What Lavra knows about the refusals of one authority. */
type Authority = {
  /** Name in sentences, as in "não foi a SEFAZ que recusou". */
  name: string;
  rows: readonly RejectionRow[];
  /** Fields of an item whose values may come from a rule, a product, a template or the company. */
  inheritedFields: readonly string[];
  /** A hint in Portuguese where the API says from which of them a value came. */
  origin: string;
  /** Puts the index of the item that the authority's words name into a field's path. */
  placed: (field: string, words: string) => string;
  /** The explanation of a code that has no row. */
  ofOther: (code: string, words: string) => Saying;
};

const sefaz: Authority = {
  name: 'a SEFAZ',
  rows: sefazTable.rows,
  inheritedFields: taxFieldNames,
  origin: ' (items[].taxation diz de onde)',
  placed: atItem,
  ofOther(cStat, words) {
    if (cStat.length === 4) return ofTaxReform;
    return /\[\s*nItem/i.test(words) ? ofItem : ofNote;
  },
};

const sefin: Authority = {
  name: 'a SEFIN Nacional',
  rows: sefinTable.rows,
  inheritedFields: serviceFieldNames,
  origin: '',
  placed: (field) => field, // a DPS is one service, so no item is named
  ofOther(code) {
    const rule = annexRules[code]?.message.replace(/[.\s]+$/, '');
    return rule === undefined
      ? ofService
      : { ...ofService, cause: `A SEFIN Nacional recusou por esta regra: ${rule}.` };
  },
};

const annexRules: Readonly<Record<string, { message: string } | undefined>> = annexes.codes;

const explainBySefaz = explainer(sefaz);
const explainBySefin = explainer(sefin);

/**
 * Explains an authority's refusal by its code and words; `tpEvento` is that of a refused event. Codes of a SEFAZ are numbers (cStat), those of the
 * SEFIN Nacional begin with E.
 */
export function explainRejection(code: string, words: string, tpEvento?: string): Explanation {
  return /^E\d/.test(code) ? explainBySefin(code, words) : explainBySefaz(code, words, tpEvento);
}

/** All codes with an explanation, each with its rows: one, or several where event types have their own. */
export const explainedCodes: ReadonlyMap<string, readonly RejectionRow[]> = Map.groupBy(
  [...sefaz.rows, ...sefin.rows],
  ({ code }) => code,
);

/** Whether a code has an explanation of its own. */
export function isExplained(code: string): boolean {
  return explainedCodes.has(code);
}

/** Explains a refusal by Lavra itself, before anything was sent to the authority. */
export function explainOwnRefusal(type: DocumentType, words: string): Explanation {
  const { name } = type === 'NFSE' ? sefin : sefaz;
  const saying = words.startsWith(quotaIsExhausted) ? ofQuota : ofOwn(name, words);
  return { code: null, message: words, ...saying };
}

function explainer({ rows, inheritedFields, origin, placed, ofOther }: Authority) {
  const byCode = new Map(
    rows.flatMap((row) => (row.events ?? ['']).map((tpEvento) => [`${row.code} ${tpEvento}`, row] as const)),
  );
  const inherited: ReadonlySet<string> = new Set(inheritedFields.map((name) => `items[].${name}`));

  return (code: string, words: string, tpEvento = ''): Explanation => {
    const row = byCode.get(`${code} ${tpEvento}`) ?? byCode.get(`${code} `);
    const { cause, mend, field } = row ?? ofOther(code, words);
    const ending = row ? afterwards(field) : '';
    return {
      code,
      message: words,
      cause,
      mend: { ...mend, programmer: ending ? `${mend.programmer} ${ending}` : mend.programmer },
      ...(field === undefined ? {} : { field: placed(field, words) }),
    };
  };

  /** How to issue the document again once `field` is mended, which depends on where its value is kept; empty where the row already says it. */
  function afterwards(field: string | undefined): string {
    if (field === undefined || ['issueDateTime', 'certificate', 'items[]'].includes(field)) return '';
    if (field.startsWith('company.')) return 'Depois emita de novo com POST /v1/fiscal-documents/{id}/emit.';
    return inherited.has(field)
      ? `O que veio de regra, produto, modelo ou empresa${origin} corrija lá e emita de novo; ` +
          'o que foi enviado no item corrija com PATCH no documento, e emita de novo.'
      : 'Corrija o documento com PATCH /v1/fiscal-documents/{id} e emita de novo: ele mantém o número que tem.';
  }
}

/**
 * Replaces the item in a path by the one in the authority's words, which count items from 1 (`[nItem: 3]`, `[nItem:3; NCM esperada: ...]`); the API
 * counts from 0.
 */
function atItem(field: string, words: string): string {
  const number = Number(/\[\s*nItem:?\s*([1-9][0-9]{0,2})\b/i.exec(words)?.[1] ?? 0);
  return number === 0 ? field : field.replace('items[]', `items[${number - 1}]`);
}

const ofTaxReform: Saying = {
  cause: 'A SEFAZ recusou a nota por uma regra da reforma tributária que o catálogo do Lavra ainda não explica.',
  mend: {
    programmer:
      'Leia a mensagem da SEFAZ e confira com a contabilidade ibsCbsSituation e ibsCbsClassification dos itens; ' +
      'se estão certos, relate o caso a quem mantém o Lavra.',
    person:
      'Leia a mensagem da SEFAZ e confira com a contabilidade o CST e a classificação tributária do IBS e da CBS dos itens; ' +
      'se estão certos, avise quem mantém o Lavra.',
  },
};

const ofItem: Saying = {
  cause: 'A SEFAZ recusou um item da nota por uma regra que o catálogo do Lavra ainda não explica.',
  mend: {
    programmer: 'Leia a mensagem da SEFAZ, que nomeia o item, e confira os dados e impostos dele com a contabilidade.',
    person:
      'Leia a mensagem da SEFAZ: ela diz qual é o item. Abra-o e confira os dados e impostos com a contabilidade.',
  },
  field: 'items[]',
};

const ofNote: Saying = {
  cause: 'A SEFAZ recusou o pedido por uma regra que o catálogo do Lavra ainda não explica.',
  mend: {
    programmer: 'Leia a mensagem da SEFAZ, que diz o que ela não aceitou, e confira o dado com a contabilidade.',
    person: 'Leia a mensagem da SEFAZ: ela diz o que não aceitou. Confira esse dado com a contabilidade.',
  },
};

const ofService: Saying = {
  cause: 'A SEFIN Nacional recusou o pedido por uma regra que o catálogo do Lavra ainda não explica.',
  mend: {
    programmer:
      'Leia a mensagem, que diz o que não foi aceito, e confira o dado com a contabilidade ou com a prefeitura.',
    person: 'Leia a mensagem: ela diz o que não foi aceito. Confira esse dado com a contabilidade ou com a prefeitura.',
  },
};

const ofQuota: Saying = {
  cause:
    'A cota da empresa acabou enquanto o documento esperava a sua vez: nada foi enviado, e nenhum número foi gasto.',
  mend: {
    programmer:
      'Emita-o de novo quando a cota recomeçar, ou assim que ela aumentar (lavra company set --monthly-quota).',
    person: 'Emita de novo quando a cota recomeçar, no mês que vem, ou peça a quem opera o Lavra que a aumente.',
  },
  field: 'company.monthlyQuota',
};

function ofOwn(authority: string, words: string): Saying {
  return {
    cause: `Não foi ${authority} que recusou: a emissão foi encerrada aqui, pelo motivo que a mensagem diz.`,
    mend: {
      programmer:
        'Resolva o que a mensagem aponta: o que foi enviado na criação se corrige com PATCH /v1/fiscal-documents/{id}, ' +
        'e certificado, empresa, regras e produtos no cadastro. Depois emita de novo o mesmo documento.',
      person:
        'Corrija o que a mensagem aponta: na própria nota, ou no cadastro da empresa, do produto ou da regra, ou no certificado. ' +
        'Depois emita-a de novo.',
    },
    ...firstField(words),
  };
}

/** The first field that a refusal by Lavra names; it has one per line, as `items[0].cfop: O CFOP...`. */
function firstField(words: string): { field?: string } {
  const field = /^([a-z]\w*(?:\[\d+\])?(?:\.\w+(?:\[\d+\])?)*): /m.exec(words)?.[1];
  return field === undefined ? {} : { field };
}
