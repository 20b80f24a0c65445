import type { Context } from 'hono';
import { Problem } from '../http/problem.js';
import { problemPage } from './message-page.js';
import type { Brand } from './page.js';

/** A page of a candidate. */
interface VisitedPage {
  /** For GET and HEAD. */
  show(): Promise<Response>;
  /** For POST, with the form of the page. */
  save(): Promise<Response>;
}

/** Answers a visit of a page. A problem that the page throws, or another method, is answered with a page that says so. */
export async function answerVisit(
  c: Context,
  brand: Brand,
  { show, save }: VisitedPage,
): Promise<Response> {
  try {
    switch (c.req.method) {
      case 'POST':
        return await save();
      case 'GET':
      case 'HEAD':
        return await show();
      default:
        throw new Problem('method_not_allowed', 'Pages are read with GET and sent with POST.');
    }
  } catch (error) {
    if (error instanceof Problem) return problemPage(c, brand, error);
    throw error;
  }
}
