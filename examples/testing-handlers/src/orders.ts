/** The result of the license check of an order. */
export type OrderResult = 'verified' | 'in_review' | 'not_verified';

/** The storage of this app's orders. A rejected promise means that the storage failed. */
export interface Orders {
  /** False: the order does not exist. */
  finish(orderId: string, result: OrderResult): Promise<boolean>;
}
