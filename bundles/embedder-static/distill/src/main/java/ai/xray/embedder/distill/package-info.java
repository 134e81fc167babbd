/**
 * Makes a table of one vector per vocabulary entry from a sentence model, so that texts can be embedded without the model
 * (after Model2Vec, MinishLab 2024, and SIF, Arora et al. 2017).
 */
package ai.xray.embedder.distill;
