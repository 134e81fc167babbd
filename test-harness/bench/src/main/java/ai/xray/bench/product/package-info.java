/** The product's classes outside their container. */
package ai.xray.bench.product;
