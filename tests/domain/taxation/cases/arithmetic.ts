import { Decimal } from 'decimal.js';

const Exact = Decimal.clone({ precision: 60 });
type Cursor = { tokens: string[]; at: number };

/** The value of an expression as people write it: `1000.00 × 140% − (180.00 + 20.00)`. */
export function valueOf(expression: string): Decimal {
  const cursor = { tokens: expression.match(/\d+(\.\d+)?|[^\s\d]/g) ?? [], at: 0 };
  const value = sumAt(cursor);
  if (cursor.at < cursor.tokens.length) throw new Error(`"${expression}" cannot be read`);
  return value;
}

function sumAt(cursor: Cursor): Decimal {
  let value = productAt(cursor);
  for (let sign = next(cursor, '+', '−'); sign; sign = next(cursor, '+', '−')) {
    const term = productAt(cursor);
    value = sign === '+' ? value.plus(term) : value.minus(term);
  }
  return value;
}

function productAt(cursor: Cursor): Decimal {
  let value = factorAt(cursor);
  for (let sign = next(cursor, '×', '÷'); sign; sign = next(cursor, '×', '÷')) {
    const factor = factorAt(cursor);
    value = sign === '×' ? value.times(factor) : value.div(factor);
  }
  return value;
}

function factorAt(cursor: Cursor): Decimal {
  const value = next(cursor, '(') ? inParentheses(cursor) : new Exact(cursor.tokens[cursor.at++] ?? '');
  return next(cursor, '%') ? value.div(100) : value;
}

function inParentheses(cursor: Cursor): Decimal {
  const value = sumAt(cursor);
  if (!next(cursor, ')')) throw new Error('A parenthesis is not closed');
  return value;
}

function next(cursor: Cursor, ...wanted: string[]): string | undefined {
  const token = cursor.tokens[cursor.at];
  if (token === undefined || !wanted.includes(token)) return undefined;
  cursor.at += 1;
  return token;
}
