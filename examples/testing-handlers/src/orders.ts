/** How the license check of an order ended. */
export type OrderResult = 'verified' | 'in_review' | 'not_verified';

/** Where this app keeps its orders. A rejected promise means that the storage failed. */
export interface Orders {
  /** False: there is no such order. */
  finish(orderId: string, result: OrderResult): Promise<boolean>;
}
